#include "native/collect/encoded_module.h"

#include "native/collect/base64.h"
#include "shared/hlo/read.h"

namespace hlorank::collect {

Result<hlo::Module> readEncodedModule(const nlohmann::json& base64, const char* name) {
  const std::string bytes = fromBase64(base64.get_ref<const std::string&>());
  if (bytes.empty()) return Error{std::string("the compiler did not return the ") + name, {}};
  auto read = hlo::readModule(bytes);
  if (!read) return read.error();
  return std::move(read->module);
}

}  // namespace hlorank::collect
