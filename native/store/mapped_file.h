// A read-only memory-mapped file, whose pages are read from disk on first access.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace hlorank::store {

class MappedFile {
 public:
  // Maps the file at `path` into memory. Error: the file cannot be opened or mapped, or is not a regular file.
  static Result<std::shared_ptr<const MappedFile>> open(const std::string& path);

  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // Returns the contents of the file, valid as long as this object.
  std::span<const uint8_t> bytes() const { return {data_, size_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }

  // Releases the memory of the pages that lie entirely within bytes [begin, end) of the file (madvise MADV_DONTNEED).
  // The next access to such a page reads it from disk again.
  void forget(size_t begin, size_t end) const;

 private:
  MappedFile() = default;
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace hlorank::store
