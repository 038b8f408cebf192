// Rows of settings on their way into a store: in a file without a name, so that memory holds none of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::store {

class ChoiceFile {
 public:
  // Rows of `positions` settings; the file lies in `folder` and is gone with this object.
  static Result<ChoiceFile> make(const std::string& folder, size_t positions);
  ChoiceFile(ChoiceFile&& other) noexcept;
  ChoiceFile& operator=(ChoiceFile&&) = delete;
  ~ChoiceFile();

  // Error: the disk is full.
  Result<bool> append(std::span<const uint16_t> row);
  // The row appended as the `index`-th. Error: the disk fails.
  Result<bool> read(size_t index, std::span<uint16_t> row) const;
  size_t rows() const { return rows_; }

 private:
  ChoiceFile(int file, size_t positions) : file_(file), positions_(positions) {}
  uint64_t offsetOf(size_t row) const;

  int file_ = -1;
  size_t positions_ = 0, rows_ = 0;
  size_t wideFrom_ = SIZE_MAX;  // rows before it have a byte a position, those from it two
  uint64_t written_ = 0;        // bytes in the file; what follows is in the buffer
  std::vector<uint8_t> buffer_;
};

}  // namespace hlorank::store
