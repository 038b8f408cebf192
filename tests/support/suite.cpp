#include "tests/support/suite.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace hlorank::test {

namespace fs = std::filesystem;

namespace {

// The build defines the root of the repository, so that tests run in any working directory.
const fs::path kRoot = HLORANK_ROOT;

std::optional<fs::path> folder(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) return std::nullopt;
  return path;
}

}  // namespace

std::optional<fs::path> suite() {
  return folder(kRoot / "build" / "suite");
}

std::optional<fs::path> suiteData() {
  if (const char* selected = std::getenv("HLORANK_SUITE")) return folder(selected);
  return folder(kRoot / ".." / "shared" / "data");
}

fs::path testData(const std::string& path) {
  return kRoot / "tests" / "data" / path;
}

std::string readFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << "cannot read " << path;
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return std::move(bytes).str();
}

}  // namespace hlorank::test
