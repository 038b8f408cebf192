// Writes a .prepared file: beside its place, and there when it is whole.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "native/base/files.h"
#include "native/store/format.h"
#include "shared/base/result.h"

namespace hlorank::store {

// The first failure is kept, and finish() gives it. Not finished: nothing is left.
class FileWriter {
 public:
  explicit FileWriter(std::string path);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter();

  // A section in one piece; empty ones are left out.
  template <class T>
  void add(Section section, std::span<const T> elements) {
    if (elements.empty()) return;
    begin(section);
    append(elements.data(), elements.size_bytes());
  }
  // Or in several.
  void begin(Section section);
  void append(const void* data, size_t size);

  Result<bool> finish();

 private:
  void fail(const std::string& what);

  std::string path_;
  native::OutputPlace place_;
  std::FILE* file_ = nullptr;
  std::vector<SectionEntry> entries_;
  uint64_t size_ = 0;
  std::string failure_;
};

// Files that earlier runs left unfinished in a folder and below, of processes that are no more.
void removeLeftovers(const std::string& folder);

}  // namespace hlorank::store
