// The table of a ranking: the configurations that pass a filter, sorted.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "shared/session/what_if.h"

namespace hlorank::session {

struct Query {
  enum class Key { kScore, kTime, kChanged, kIndex };
  template <class T>
  struct Range {
    T least = -std::numeric_limits<T>::infinity(), greatest = std::numeric_limits<T>::infinity();
    bool contains(T value) const { return least <= value && value <= greatest; }
  };

  // Words, each of which must be the configuration's number or occur in one of its changes, ignoring case. A change
  // reads "dot.12 operand 1 main dot f32[8,128] {1,0} → {0,1}".
  std::string text;
  Range<float> score;
  Range<double> time;                // seconds; a limited range excludes configurations without a measured time
  uint32_t node = configs::kNoNode;  // if set: only configurations that change a tensor of this node
  Key key = Key::kScore;
  bool descending = false;
  size_t limit = SIZE_MAX;
};

// The rows of the table, one array per column.
struct View {
  std::vector<uint32_t> indices;  // configuration numbers; those from Configurations::count on belong to `own`
  // Position among all configurations scored so far, by score, then number; for `own`: 1 + number of lower scores.
  std::vector<uint32_t> ranks;
  std::vector<float> scores;
  std::vector<double> times;      // seconds, NaN if not measured; empty if the file has no times
  std::vector<uint32_t> changed;  // number of slots that differ from the reference
  size_t passed = 0;              // configurations that pass the filter, also beyond the limit
};

// Builds the table of the configurations scored so far and of `own`, the user's configurations. Ties are sorted by
// score, then number; configurations without a time come last when sorting by time. O(n log n) for n configurations,
// plus O(n · slots) if filter, key or columns need the changes.
View buildView(const Opened& opened, const Ranking& ranking, std::span<const Choice> own, const Query& query);

}  // namespace hlorank::session
