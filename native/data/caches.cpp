#include "native/data/caches.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "native/base/files.h"
#include "shared/model/card.h"

namespace hlorank::data {

Result<std::optional<simulation::Caches>> readCaches(const std::string& path) {
  using Json = nlohmann::ordered_json;
  using Found = std::optional<simulation::Caches>;
  const std::string file = (std::filesystem::path(path).parent_path() / "store.json").string();
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return Found();
  const auto bytes = native::readFile(file);
  if (!bytes) return bytes.error();
  const Json store = Json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
  const Json recorded = store.is_object() ? store.value(Json::json_pointer("/machine/caches"), Json()) : Json();
  if (!recorded.is_object()) return Found();
  const auto caches = model::parseCaches(recorded);
  if (!caches)
    return Error{file + ": machine.caches: " + caches.error().message, "correct it, or remove machine.caches"};
  return Found(*caches);
}

}  // namespace hlorank::data
