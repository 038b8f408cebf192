// Writes a .prepared file atomically: to a temporary file that is renamed when complete.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "native/base/files.h"
#include "native/store/format.h"
#include "shared/base/result.h"

namespace hlorank::store {

// finish() returns the first error of any call. Without finish(), the destructor deletes the temporary file.
class FileWriter {
 public:
  explicit FileWriter(std::string path);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter();

  // Writes a whole section. Does nothing if `elements` is empty.
  template <class T>
  void add(Section section, std::span<const T> elements) {
    if (elements.empty()) return;
    begin(section);
    append(elements.data(), elements.size_bytes());
  }
  // Starts a section; append() calls add bytes to it.
  void begin(Section section);
  void append(const void* data, size_t size);

  Result<bool> finish();

 private:
  void fail(const std::string& what);

  std::string path_;
  native::OutputTarget place_;
  std::FILE* file_ = nullptr;
  std::vector<SectionEntry> entries_;
  uint64_t size_ = 0;
  std::string failure_;
};

// Deletes temporary files below `folder` that processes that no longer run have left.
void removeLeftovers(const std::string& folder);

}  // namespace hlorank::store
