#include "native/base/dump.h"

#include <filesystem>
#include <regex>
#include <system_error>

namespace hlorank::native {

namespace fs = std::filesystem;

namespace {

// Regular expression of how XLA begins the names of dumped files: "[PREFIX.]module_NNNN.".
const std::string kModule = R"((?:.*\.)?module_\d{4,}\.)";

}  // namespace

bool isDumpReport(const std::string& path) {
  static const std::regex report(
      kModule + R"(.*(?:_optimizations-[a-z-]+\.(?:txt|pb)|debug_options|\.(?:ll|o|s|mlir|ptx|cubin|dot|html)))");
  static const std::regex folder(kModule + ".*");
  const fs::path file = path;
  if (std::regex_match(file.filename().string(), report)) return true;
  return std::regex_match(file.parent_path().filename().string(), folder) &&
         (file.extension() == ".textproto" || file.extension() == ".pb" || file.extension() == ".mlir");
}

bool hasDumpedProto(const std::string& path) {
  static const std::regex text("(" + kModule + R"(.+)\.txt)");
  std::smatch parts;
  const std::string name = fs::path(path).filename().string();
  if (!std::regex_match(name, parts, text)) return false;
  const fs::path proto = fs::path(path).parent_path() / (parts[1].str() + ".hlo.pb");
  std::error_code error;
  return fs::exists(proto, error) || fs::exists(proto.string() + ".gz", error);
}

std::string pathBeforePasses(const std::string& path) {
  static const std::regex pass(
      "(" + kModule +
      R"(.+?)\.(?:\d{4,}\..+|(?:sm_[\d.]+_)?[^.-]*after_optimizations)(\.(?:txt|hlo|hlo\.pb)(?:\.gz)?))");
  std::smatch parts;
  const std::string name = fs::path(path).filename().string();
  if (!std::regex_match(name, parts, pass)) return "";
  return (fs::path(path).parent_path() / (parts[1].str() + ".before_optimizations" + parts[2].str())).string();
}

}  // namespace hlorank::native
