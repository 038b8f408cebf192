// Collects the layout configurations of a source file, row by row, and merges equal ones. A setting is one combination
// of layouts of an instruction (3 tensors × 6 dimensions, -1 padded). A configuration is stored as the index of a
// setting for each configurable instruction.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/store/choice_file.h"
#include "native/store/setting_table.h"
#include "shared/base/result.h"

namespace hlorank::store {

// The distinct configurations of a data file (one row per measurement), kept in a temporary file, and for each row of
// the data file which of them it measured.
class LayoutRows {
 public:
  // Starts an empty collection with a temporary file in `folder`. `positions`: number of configurable instructions.
  // Error: disk I/O fails.
  static Result<LayoutRows> make(const std::string& folder, size_t positions);

  // Returns the distinct settings (layout combinations) of each configurable instruction, with their indices.
  SettingTable& table() { return table_; }
  const SettingTable& table() const { return table_; }

  // Adds the next row of the source file. `row` has, for each configurable instruction, the index of its setting
  // (combination of layouts) in table(). Equal rows become one configuration. Exception: with `unique`, the row becomes
  // a separate configuration, with which no later row is merged. The bool is always true. Error: disk I/O fails.
  Result<bool> add(std::span<const uint16_t> row, bool unique = false);

  // Returns, for each added row, the index of its configuration in distinct().
  const std::vector<uint32_t>& configurationOf() const { return configurationOf_; }
  const ChoiceFile& distinct() const { return file_; }  // distinct configurations, ordered by first row
  bool diskFailed() const { return diskFailed_; }       // whether the last add() failed on disk I/O

 private:
  struct Entry {
    uint64_t hash = 0;               // hash of a configuration
    uint32_t configuration = kFree;  // index of the configuration; kFree for an empty entry
  };
  static constexpr uint32_t kFree = UINT32_MAX;

  LayoutRows(ChoiceFile file, size_t positions) : table_(positions), file_(std::move(file)), entries_(1024) {}
  void grow();  // doubles the size of entries_

  SettingTable table_;
  ChoiceFile file_;
  std::vector<uint32_t> configurationOf_;
  std::vector<Entry> entries_;     // hash table of distinct configurations, open addressing
  size_t used_ = 0;                // number of occupied entries_
  std::vector<uint16_t> earlier_;  // buffer for a configuration read back from file_
  bool diskFailed_ = false;
};

}  // namespace hlorank::store
