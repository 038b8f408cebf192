// The distinct settings of each configurable instruction, numbered in order of first occurrence. A setting is one
// combination of layouts of the instruction's output and operands.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "shared/configs/layout_space.h"

namespace hlorank::store {

using configs::Setting;

// Assigns an index to each setting (layout combination) of a configurable instruction. "Position" is the index of an
// instruction among the configurable ones.
class SettingTable {
 public:
  // Result of indexOf: the instruction already has the most settings (layout combinations) possible.
  static constexpr uint32_t kFull = UINT32_MAX;
  // Most settings (layout combinations) of an instruction, since an index has two bytes.
  static constexpr size_t kMost = 65536;

  explicit SettingTable(size_t positions) : settings_(positions), entries_(1024) {}

  // Returns the index of `setting` (a layout combination) among those of the configurable instruction with index
  // `position`. Adds a new setting. Exception: if the setting is new but the instruction already has kMost settings,
  // returns kFull. O(1).
  uint32_t indexOf(uint32_t position, const Setting& setting);

  size_t positions() const { return settings_.size(); }  // number of configurable instructions
  const std::vector<Setting>& settings(size_t position) const { return settings_[position]; }

 private:
  struct Key {
    // The 18 layout values, then (index of the configurable instruction) + 1, so that the key is never all 0.
    std::array<uint64_t, 3> words;
    bool operator==(const Key& other) const {
      return ((words[0] ^ other.words[0]) | (words[1] ^ other.words[1]) | (words[2] ^ other.words[2])) == 0;
    }
  };
  struct Entry {
    Key key = {};  // all 0 in an empty entry
    uint32_t index = 0;
  };

  // Returns the index in entries_ of the key, or of the empty entry where the key belongs.
  size_t find(const Key& key) const;
  void grow();  // doubles the size of entries_

  // For each configurable instruction, its settings (layout combinations).
  std::vector<std::vector<Setting>> settings_;
  std::vector<Entry> entries_;  // hash table with open addressing
  size_t used_ = 0;             // number of occupied entries_
};

}  // namespace hlorank::store
