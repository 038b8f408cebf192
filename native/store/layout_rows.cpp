#include "native/store/layout_rows.h"

#include <algorithm>
#include <cstring>

namespace hlorank::store {
namespace {

// Hashes a configuration, given as the index of a setting (layout combination) per configurable instruction.
uint64_t hashOf(std::span<const uint16_t> row) {
  uint64_t hash = row.size();
  const auto mix = [&](uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 32;
  };
  size_t at = 0;
  for (; at + 4 <= row.size(); at += 4) {
    uint64_t word;
    std::memcpy(&word, row.data() + at, sizeof word);
    mix(word);
  }
  for (; at < row.size(); ++at) mix(row[at]);
  return hash;
}

}  // namespace

Result<LayoutRows> LayoutRows::make(const std::string& folder, size_t positions) {
  auto file = ChoiceFile::make(folder, positions);
  if (!file) return file.error();
  return LayoutRows(std::move(*file), positions);
}

Result<bool> LayoutRows::add(std::span<const uint16_t> row, bool unique) {
  const auto next = static_cast<uint32_t>(file_.rows());
  if (!unique) {
    const uint64_t hash = hashOf(row);
    const size_t mask = entries_.size() - 1;
    size_t at = static_cast<size_t>(hash) & mask;
    for (; entries_[at].configuration != kFree; at = (at + 1) & mask) {
      if (entries_[at].hash != hash) continue;
      earlier_.resize(row.size());
      const auto read = file_.read(entries_[at].configuration, earlier_);
      diskFailed_ = !read;
      if (!read) return read;
      if (!std::equal(row.begin(), row.end(), earlier_.begin())) continue;
      configurationOf_.push_back(entries_[at].configuration);
      return true;
    }
    entries_[at] = {hash, next};
    if (++used_ * 2 > entries_.size()) grow();
  }
  configurationOf_.push_back(next);
  const auto appended = file_.append(row);
  diskFailed_ = !appended;
  return appended;
}

void LayoutRows::grow() {
  std::vector<Entry> old(entries_.size() * 2);
  old.swap(entries_);
  const size_t mask = entries_.size() - 1;
  for (const Entry& entry : old) {
    if (entry.configuration == kFree) continue;
    size_t at = static_cast<size_t>(entry.hash) & mask;
    while (entries_[at].configuration != kFree) at = (at + 1) & mask;
    entries_[at] = entry;
  }
}

}  // namespace hlorank::store
