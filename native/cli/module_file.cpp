#include "native/cli/module_file.h"

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/store/names.h"
#include "shared/hlo/read.h"
#include "shared/npz/npz.h"
#include "shared/session/notices.h"

namespace hlorank::cli {

std::optional<std::string> readProgramFile(std::string& path, int& code) {
  const auto fail = [&](const Error& error, int exit) {
    code = native::fail(error, path, exit);
    return std::nullopt;
  };
  auto bytes = native::readFile(path);
  if (!bytes) return fail(bytes.error(), native::kUsage);
  if (!npz::looksLikeNpz(*bytes)) return std::move(*bytes);
  const std::string beside = store::findProgramFile(path);
  if (beside.empty())
    return fail({"the file holds arrays of features, not a program: shapes and attributes are missing",
                 "give the HLO text or proto that the arrays were made from"},
                native::kBadInput);
  path = beside;
  auto program = native::readFile(path);
  if (!program) return fail(program.error(), native::kUsage);
  return std::move(*program);
}

std::optional<hlo::Module> readModuleFile(const std::string& path, int& code) {
  std::string place = path;
  auto bytes = readProgramFile(place, code);
  if (!bytes) return std::nullopt;
  auto read = hlo::readModule(std::move(*bytes));
  if (!read) {
    code = native::fail(read.error(), place, native::kBadInput);
    return std::nullopt;
  }
  printWarnings(read->module, place);
  return std::move(read->module);
}

void printWarnings(const hlo::Module& module, const std::string& path) {
  for (const std::string& line : session::linesOf(module.warnings, path)) native::note("%s\n", line.c_str());
}

}  // namespace hlorank::cli
