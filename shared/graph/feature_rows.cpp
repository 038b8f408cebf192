#include "shared/graph/feature_rows.h"

#include <cassert>
#include <cstring>

namespace hlorank::graph {

namespace {

constexpr size_t kRowBytes = kNodeFeatures * sizeof(float);
static_assert(kRowBytes % sizeof(uint64_t) == 0);

// Hashes a row of 140 floats in words of 8 bytes, which is faster than byte by byte.
uint64_t hashRow(const float* row) {
  uint64_t hash = 0x9e3779b97f4a7c15;
  for (size_t i = 0; i < kNodeFeatures; i += 2) {
    uint64_t word;
    std::memcpy(&word, row + i, sizeof word);
    hash = (hash ^ word) * 0xff51afd7ed558ccd;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

FeatureRows FeatureRows::fromDense(std::span<const float> rows) {
  assert(rows.size() % kNodeFeatures == 0);
  FeatureRowsBuilder builder(rows.size() / kNodeFeatures);
  for (size_t i = 0; i < rows.size(); i += kNodeFeatures) builder.append(rows.data() + i);
  return builder.finish();
}

FeatureRows FeatureRows::fromDistinct(std::vector<float> distinct, std::vector<uint32_t> rowOfNode) {
  FeatureRows rows;
  rows.distinct_ = std::move(distinct);
  rows.rowOfNode_ = std::move(rowOfNode);
  return rows;
}

std::vector<float> FeatureRows::dense() const {
  std::vector<float> rows;
  rows.reserve(size() * kNodeFeatures);
  for (size_t node = 0; node < size(); ++node) rows.insert(rows.end(), (*this)[node], (*this)[node] + kNodeFeatures);
  return rows;
}

FeatureRowsBuilder::FeatureRowsBuilder(size_t nodes) : table_(64) {
  rows_.rowOfNode_.reserve(nodes);
}

void FeatureRowsBuilder::append(const float* row) {
  const uint64_t hash = hashRow(row);
  if (2 * hashes_.size() >= table_.size()) grow();
  size_t place = hash & (table_.size() - 1);
  for (; table_[place] != 0; place = (place + 1) & (table_.size() - 1)) {
    const uint32_t known = table_[place] - 1;
    if (hashes_[known] != hash) continue;
    // Compares rows by their bits. NOLINTNEXTLINE(bugprone-suspicious-memory-comparison)
    if (std::memcmp(rows_.distinct_.data() + size_t{known} * kNodeFeatures, row, kRowBytes) != 0) continue;
    rows_.rowOfNode_.push_back(known);
    return;
  }
  table_[place] = static_cast<uint32_t>(hashes_.size() + 1);
  rows_.rowOfNode_.push_back(static_cast<uint32_t>(hashes_.size()));
  hashes_.push_back(hash);
  rows_.distinct_.insert(rows_.distinct_.end(), row, row + kNodeFeatures);
}

void FeatureRowsBuilder::grow() {
  table_.assign(2 * table_.size(), 0);
  for (size_t known = 0; known < hashes_.size(); ++known) {
    size_t place = hashes_[known] & (table_.size() - 1);
    while (table_[place] != 0) place = (place + 1) & (table_.size() - 1);
    table_[place] = static_cast<uint32_t>(known + 1);
  }
}

}  // namespace hlorank::graph
