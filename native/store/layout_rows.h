// Collects the layout configurations of a source row by row: indexes settings and detects duplicate configurations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/store/choice_file.h"
#include "native/store/setting_table.h"
#include "shared/base/result.h"

namespace hlorank::store {

class LayoutRows {
 public:
  // Creates a temporary file for the rows in `folder`.
  static Result<LayoutRows> make(const std::string& folder, size_t positions);

  SettingTable& table() { return table_; }
  const SettingTable& table() const { return table_; }

  // Adds a row of setting indices [positions]. A duplicate of an earlier row becomes the same configuration and takes
  // no space. `unique`: always a new configuration, and later rows are not compared with it. Error: disk I/O fails.
  Result<bool> add(std::span<const uint16_t> row, bool unique = false);

  // The configuration of each added row. [rows]
  const std::vector<uint32_t>& configurationOf() const { return configurationOf_; }
  const ChoiceFile& distinct() const { return file_; }
  bool diskFailed() const { return diskFailed_; }  // whether the last add() failed on disk I/O

 private:
  struct Entry {
    uint64_t hash = 0;
    uint32_t configuration = kFree;
  };
  static constexpr uint32_t kFree = UINT32_MAX;

  LayoutRows(ChoiceFile file, size_t positions) : table_(positions), file_(std::move(file)), entries_(1024) {}
  void grow();

  SettingTable table_;
  ChoiceFile file_;
  std::vector<uint32_t> configurationOf_;
  std::vector<Entry> entries_;  // hash table of distinct rows, open addressing
  size_t used_ = 0;
  std::vector<uint16_t> earlier_;
  bool diskFailed_ = false;
};

}  // namespace hlorank::store
