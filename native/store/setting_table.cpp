#include "native/store/setting_table.h"

#include <cstring>

namespace hlorank::store {

uint32_t SettingTable::indexOf(uint32_t position, const Setting& setting) {
  Key key = {};
  std::memcpy(key.words.data(), setting.data(), sizeof setting);
  key.words[2] |= (uint64_t{position} + 1) << 16;
  const size_t at = find(key);
  if (entries_[at].key == key) return entries_[at].index;
  std::vector<Setting>& known = settings_[position];
  if (known.size() == kMost) return kFull;
  const auto index = static_cast<uint32_t>(known.size());
  known.push_back(setting);
  entries_[at] = {key, index};
  if (++used_ * 2 > entries_.size()) grow();
  return index;
}

size_t SettingTable::find(const Key& key) const {
  uint64_t hash = key.words[0] * 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 32 ^ key.words[1]) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ hash >> 32 ^ key.words[2]) * 0x94d049bb133111eb;
  const size_t mask = entries_.size() - 1;
  size_t at = static_cast<size_t>(hash >> 32) & mask;
  while (entries_[at].key.words[2] != 0 && !(entries_[at].key == key)) at = (at + 1) & mask;
  return at;
}

void SettingTable::grow() {
  std::vector<Entry> old(entries_.size() * 2);
  old.swap(entries_);
  for (const Entry& entry : old)
    if (entry.key.words[2] != 0) entries_[find(entry.key)] = entry;
}

}  // namespace hlorank::store
