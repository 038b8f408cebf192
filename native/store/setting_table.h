// The distinct settings (18 layout values) of each configurable node, indexed per node in order of first occurrence.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/configs/layout_space.h"

namespace hlorank::store {

using Setting = std::array<int8_t, configs::kLayoutColumns>;

class SettingTable {
 public:
  static constexpr uint32_t kFull = UINT32_MAX;
  static constexpr size_t kMost = 65536;  // maximum number of settings per position: an index has two bytes

  explicit SettingTable(size_t positions) : settings_(positions), entries_(1024) {}

  // Index of a setting at a position; adds the setting if it is new. kFull if the position has kMost settings. O(1).
  uint32_t indexOf(uint32_t position, const Setting& setting);

  size_t positions() const { return settings_.size(); }
  const std::vector<Setting>& settings(size_t position) const { return settings_[position]; }

 private:
  struct Key {
    std::array<uint64_t, 3> words;  // the 18 values, then position + 1, which is never 0
    bool operator==(const Key& other) const {
      return ((words[0] ^ other.words[0]) | (words[1] ^ other.words[1]) | (words[2] ^ other.words[2])) == 0;
    }
  };
  struct Entry {
    Key key = {};  // all 0: empty entry
    uint32_t index = 0;
  };

  size_t find(const Key& key) const;
  void grow();

  std::vector<std::vector<Setting>> settings_;  // by position
  std::vector<Entry> entries_;                  // hash table, open addressing
  size_t used_ = 0;
};

}  // namespace hlorank::store
