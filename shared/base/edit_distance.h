// Edit distance of two words, to suggest corrections of typos.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace hlorank {

// Returns the optimal string alignment distance of two words: the smallest number of bytes to insert, remove or
// replace, or of neighbouring bytes to exchange, that turns `a` into `b`. Takes O(|a| * |b|).
inline size_t editDistance(std::string_view a, std::string_view b) {
  // Distances of the first i bytes of `a` (i - 1, i - 2 in `previous`, `earlier`) to the first j bytes of `b`.
  std::vector<size_t> row(b.size() + 1), previous, earlier;
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    earlier = std::move(previous);
    previous = row;
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({previous[j - 1] + (a[i - 1] != b[j - 1]), row[j - 1] + 1, previous[j] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], earlier[j - 2] + 1);
    }
  }
  return row.back();
}

}  // namespace hlorank
