// A file as memory: only what is looked at is read.
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
  // Error: it cannot be opened or mapped, or is no regular file.
  static Result<std::shared_ptr<const MappedFile>> open(const std::string& path);

  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const uint8_t> bytes() const { return {data_, size_}; }
  std::string_view text() const { return {reinterpret_cast<const char*>(data_), size_}; }

  // What was read once, front to back, need not stay in memory: gives the pages of [begin, end) back.
  void forget(size_t begin, size_t end) const;

 private:
  MappedFile() = default;
  const uint8_t* data_ = nullptr;
  size_t size_ = 0;
};

}  // namespace hlorank::store
