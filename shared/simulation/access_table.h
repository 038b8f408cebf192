// Stores the features of memory accesses, those of equal accesses only once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "shared/simulation/loop.h"

namespace hlorank::simulation {

class AccessTable {
 public:
  using Features = std::array<float, kAccessFeatures>;

  AccessTable() : known_(0, Hash{this}, Equal{this}) {}
  AccessTable(const AccessTable&) = delete;  // known_ refers to this object
  AccessTable& operator=(const AccessTable&) = delete;

  uint32_t size() const { return static_cast<uint32_t>(features_.size()); }
  std::span<const float, kAccessFeatures> operator[](uint32_t access) const { return features_[access]; }

  // Returns the index of an access with these features. Indices are given in order of first occurrence.
  uint32_t indexOf(const Features& features) {
    features_.push_back(features);
    const auto [place, isNew] = known_.insert(size() - 1);
    if (!isNew) features_.pop_back();
    return *place;
  }

 private:
  std::string_view bytes(uint32_t access) const {
    return {reinterpret_cast<const char*>(features_[access].data()), sizeof(Features)};
  }
  struct Hash {
    const AccessTable* table;
    size_t operator()(uint32_t access) const { return std::hash<std::string_view>()(table->bytes(access)); }
  };
  struct Equal {
    const AccessTable* table;
    bool operator()(uint32_t a, uint32_t b) const { return table->bytes(a) == table->bytes(b); }
  };

  std::vector<Features> features_;
  std::unordered_set<uint32_t, Hash, Equal> known_;  // indices in features_
};

}  // namespace hlorank::simulation
