// Keeps layout configurations in an unlinked temporary file, so that they occupy no memory while `hlorank prepare`
// builds a .prepared file. A setting is one combination of layouts of a configurable instruction (output, operand 0 and
// 1; 3 tensors × 6 dimensions). A configuration is the index of a setting for each configurable instruction.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::store {

// An append-only file of configurations. A configuration is, for each configurable instruction, the index (0 to 65,535)
// of its setting, that is a combination of layouts.
class ChoiceFile {
 public:
  // Creates an empty file in `folder`. `positions`: number of configurable instructions of the program. The destructor
  // frees the disk space. Error: the file cannot be created.
  static Result<ChoiceFile> make(const std::string& folder, size_t positions);
  ChoiceFile(ChoiceFile&& other) noexcept;
  ChoiceFile& operator=(ChoiceFile&&) = delete;
  ~ChoiceFile();

  // Appends a configuration: `row` has, for each configurable instruction, the index of its setting (combination of
  // layouts). The bool is always true. Error: the disk is full.
  Result<bool> append(std::span<const uint16_t> row);
  // Reads the configuration with this index, from 0 in the order of append(), into `row` [configurable instructions].
  // The bool is always true. Error: the disk read fails.
  Result<bool> read(size_t index, std::span<uint16_t> row) const;
  size_t rows() const { return rows_; }  // number of configurations appended so far

 private:
  ChoiceFile(int file, size_t positions) : file_(file), positions_(positions) {}
  uint64_t offsetOf(size_t row) const;  // byte offset of a configuration in the file

  int file_ = -1;
  size_t positions_ = 0, rows_ = 0;
  // Configurations before this index use 1 byte per configurable instruction, later ones 2.
  size_t wideFrom_ = SIZE_MAX;
  uint64_t written_ = 0;  // number of bytes in the file; the rest is in buffer_
  std::vector<uint8_t> buffer_;
};

}  // namespace hlorank::store
