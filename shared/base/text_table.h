// Hash table from text to uint32_t, for names in parsers.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace hlorank {

// Hashes a text, eight bytes at a time. The hash is fast, but not cryptographic. It depends on the machine's byte
// order, so it must not be stored in files; Fnv is for that.
inline uint64_t hashText(std::string_view text) {
  constexpr uint64_t kMultiplier = 0x9e3779b97f4a7c15;
  uint64_t hash = text.size() * kMultiplier;
  const char* at = text.data();
  size_t left = text.size();
  for (; left >= 8; at += 8, left -= 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    hash = (hash ^ word) * kMultiplier;
    hash ^= hash >> 29;
  }
  uint64_t tail = 0;
  for (size_t i = 0; i < left; ++i) tail |= uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
  hash = (hash ^ tail) * kMultiplier;
  return hash ^ (hash >> 32);
}

// Hash table from text to uint32_t, with open addressing and linear probing. It does not copy its keys: their bytes
// must outlive the table. `clear` takes O(1).
class TextTable {
 public:
  static constexpr uint32_t kAbsent = UINT32_MAX;

  // Returns the value of `key`; kAbsent if the table does not contain it.
  uint32_t find(std::string_view key) const {
    if (entries_.empty()) return kAbsent;
    const Entry& entry = entries_[slotOf(key, hashText(key))];
    return entry.round == round_ ? entry.value : kAbsent;
  }

  // Inserts `key` with `value`, unless `key` is present. Returns the value stored for `key` afterwards.
  uint32_t insert(std::string_view key, uint32_t value) {
    if (2 * (size_ + 1) > entries_.size()) grow();
    const uint64_t hash = hashText(key);
    Entry& entry = entries_[slotOf(key, hash)];
    if (entry.round == round_) return entry.value;
    entry = {key.data(), static_cast<uint32_t>(key.size()), static_cast<uint32_t>(hash), value, round_};
    ++size_;
    return value;
  }

  void clear() {
    ++round_;
    size_ = 0;
  }

 private:
  struct Entry {
    const char* text = nullptr;
    uint32_t size = 0;
    uint32_t hash = 0;
    uint32_t value = 0;
    uint32_t round = 0;  // the entry is occupied if `round` equals the table's round_, otherwise free
  };

  size_t slotOf(std::string_view key, uint64_t hash) const {
    const size_t mask = entries_.size() - 1;
    size_t slot = hash & mask;
    while (true) {
      const Entry& entry = entries_[slot];
      if (entry.round != round_) return slot;
      if (entry.hash == static_cast<uint32_t>(hash) && entry.size == key.size() &&
          (key.empty() || std::memcmp(entry.text, key.data(), key.size()) == 0))
        return slot;
      slot = (slot + 1) & mask;
    }
  }

  void grow() {
    std::vector<Entry> old(entries_.empty() ? 64 : entries_.size() * 2);
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.round != round_) continue;
      size_t slot = entry.hash & (entries_.size() - 1);
      while (entries_[slot].round == round_) slot = (slot + 1) & (entries_.size() - 1);
      entries_[slot] = entry;
    }
  }

  // The table's entries; their number is a power of two, and at most half of them are occupied.
  std::vector<Entry> entries_;
  size_t size_ = 0;
  uint32_t round_ = 1;
};

}  // namespace hlorank
