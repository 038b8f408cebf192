#include "native/rank/published.h"

#include <filesystem>

#include "native/rank/model_files.h"

namespace hlorank::rank {
namespace {

// Returns the folder of a published model in the source tree that this program was built in; "" if there is none.
std::string publishedFolder(const char* name) {
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return {};
  const fs::path folder = program.parent_path().parent_path() / "web" / "public" / "models" / name;
  return fs::is_regular_file(folder / kCardFile, failed) ? folder.string() : std::string();
}

}  // namespace

std::string publishedModel(bool hasModule) {
  return publishedFolder(hasModule ? "simulated" : "calibrated");
}

std::string publishedStageModel() {
  return publishedFolder("halide");
}

}  // namespace hlorank::rank
