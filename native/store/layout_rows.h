// Layout configurations, row after row, on their way into a store: settings numbered, repeats found.
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
  // A file for the rows is made in `folder`.
  static Result<LayoutRows> make(const std::string& folder, size_t positions);

  SettingTable& table() { return table_; }
  const SettingTable& table() const { return table_; }

  // Adds a row, [positions] settings by number. A row that is the same as an earlier one is not kept; one that must
  // stand alone (`unique`) is, and is no other's twin. Error: the disk fails.
  Result<bool> add(std::span<const uint16_t> row, bool unique = false);

  // The configuration of every row that was added, [rows].
  const std::vector<uint32_t>& configurationOf() const { return configurationOf_; }
  const ChoiceFile& distinct() const { return file_; }
  bool diskFailed() const { return diskFailed_; }  // the last error was the disk's, not the source's

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
  std::vector<Entry> entries_;  // of the rows kept, by hash; open addressing
  size_t used_ = 0;
  std::vector<uint16_t> earlier_;
  bool diskFailed_ = false;
};

}  // namespace hlorank::store
