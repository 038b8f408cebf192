// Edit distance of two words, to suggest corrections of typos.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace hlorank {

// Returns the Levenshtein distance of two words: the smallest number of bytes to insert, remove or replace that turns
// `a` into `b`. Takes O(|a| * |b|).
inline size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace hlorank
