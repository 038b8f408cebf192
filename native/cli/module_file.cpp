#include "native/cli/module_file.h"

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/output.h"
#include "native/data/program_file.h"
#include "shared/hlo/read.h"
#include "shared/session/notices.h"

namespace hlorank::cli {

std::optional<hlo::Module> readModuleFile(const std::string& path, int& code) {
  std::string place = path;
  const auto fail = [&](const Error& error, int exit) {
    code = native::fail(error, place, exit);
    return std::nullopt;
  };
  auto bytes = data::readProgramFile(place, code);
  if (!bytes) return fail(bytes.error(), code);
  auto read = hlo::readModule(std::move(*bytes));
  if (!read) return fail(read.error(), native::kBadInput);
  printWarnings(read->module, place);
  return std::move(read->module);
}

void printWarnings(const hlo::Module& module, const std::string& path) {
  for (const std::string& line : session::linesOf(module.warnings, path)) native::note("%s\n", line.c_str());
}

}  // namespace hlorank::cli
