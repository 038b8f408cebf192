// A hash table from names to their indices in a fixed list, built at compile time: open addressing, linear probing.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace hlorank::hlo {

// Hash table of 2^kBits entries that maps names to indices. kNameOf(i) must return the name with index i, for i >= 1,
// or "" if index i has no name.
template <int kBits, auto kNameOf>
class NameTable {
 public:
  constexpr explicit NameTable(size_t count) {
    for (size_t i = 1; i < count; ++i) {
      if (kNameOf(i).empty()) continue;
      size_t slot = slotOf(kNameOf(i));
      while (slots_[slot] != 0) slot = (slot + 1) % slots_.size();
      slots_[slot] = static_cast<uint8_t>(i);
    }
  }

  // Returns the index of a name. Returns 0 if the table does not contain the name.
  uint8_t find(std::string_view name) const {
    if (name.empty()) return 0;
    size_t slot = slotOf(name);
    while (slots_[slot] != 0 && kNameOf(slots_[slot]) != name) slot = (slot + 1) % slots_.size();
    return slots_[slot];
  }

 private:
  static constexpr size_t slotOf(std::string_view name) {
    const size_t n = name.size();
    uint32_t hash = static_cast<uint32_t>(n);
    for (size_t position : {size_t{0}, n / 4, n / 2, n * 3 / 4, n - 1})
      hash = (hash ^ static_cast<unsigned char>(name[position])) * 0x9E3779B1u;
    return hash >> (32 - kBits);
  }

  // Index of the name stored in each table entry; 0 if the entry is free.
  std::array<uint8_t, size_t{1} << kBits> slots_ = {};
};

}  // namespace hlorank::hlo
