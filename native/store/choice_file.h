// Rows of setting indices in an unlinked temporary file, so that they do not occupy memory while a store is built.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::store {

class ChoiceFile {
 public:
  // Creates an empty file in `folder` for rows of `positions` settings. The destructor frees its disk space.
  static Result<ChoiceFile> make(const std::string& folder, size_t positions);
  ChoiceFile(ChoiceFile&& other) noexcept;
  ChoiceFile& operator=(ChoiceFile&&) = delete;
  ~ChoiceFile();

  // `row`: [positions]. Error: the disk is full.
  Result<bool> append(std::span<const uint16_t> row);
  // Reads the `index`-th appended row into `row` [positions]. Error: the disk read fails.
  Result<bool> read(size_t index, std::span<uint16_t> row) const;
  size_t rows() const { return rows_; }

 private:
  ChoiceFile(int file, size_t positions) : file_(file), positions_(positions) {}
  uint64_t offsetOf(size_t row) const;

  int file_ = -1;
  size_t positions_ = 0, rows_ = 0;
  size_t wideFrom_ = SIZE_MAX;  // rows before this index take 1 byte per position, later ones 2
  uint64_t written_ = 0;        // bytes in the file; the rest is in buffer_
  std::vector<uint8_t> buffer_;
};

}  // namespace hlorank::store
