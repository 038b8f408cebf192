// Helpers that read files in tests.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "native/base/files.h"
#include "shared/npz/npz.h"
#include "tests/support/folder.h"

namespace hlorank::synth {

using test::Folder;

inline std::string bytesOf(const std::string& path) {
  auto bytes = native::readFile(path);
  EXPECT_TRUE(bytes) << path;
  return bytes ? *bytes : std::string();
}

inline npz::Archive archiveOf(const std::string& path) {
  auto archive = npz::read(bytesOf(path));
  EXPECT_TRUE(archive) << (archive ? "" : archive.error().message);
  return archive ? std::move(*archive) : npz::Archive();
}

inline std::vector<int64_t> integersOf(const npz::Archive& archive, const char* name) {
  return *archive.find(name)->toIntegers();
}

}  // namespace hlorank::synth
