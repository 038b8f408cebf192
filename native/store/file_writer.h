// Writes a .prepared file (format.h) atomically: writes a temporary file and renames it when complete.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "native/base/files.h"
#include "native/store/format.h"
#include "shared/base/result.h"

namespace hlorank::store {

// Writes the sections of a .prepared file one after another. Errors of all calls are reported by finish(), which
// returns the first one. Without finish(), the destructor deletes the temporary file.
class FileWriter {
 public:
  explicit FileWriter(const std::string& path);

  // Writes a whole section. Does nothing if `elements` is empty, because readers take a missing section as empty.
  template <class T>
  void add(Section section, std::span<const T> elements) {
    if (elements.empty()) return;
    begin(section);
    append(elements.data(), elements.size_bytes());
  }
  // Starts a section, aligned to 8 bytes. The append() calls that follow add bytes to it.
  void begin(Section section);
  // Adds `size` bytes to the current section and to its checksum.
  void append(const void* data, size_t size);

  // Writes the header and the directory of sections, and renames the temporary file. The bool is always true. Error: a
  // write failed; the temporary file is deleted.
  Result<bool> finish();

 private:
  native::OutputFile file_;
  std::vector<SectionEntry> entries_;
};

// Deletes temporary files of interrupted runs in `folder` and its subfolders: NAME.prepared.tmpPID if no process with
// this PID is running.
void removeLeftovers(const std::string& folder);

}  // namespace hlorank::store
