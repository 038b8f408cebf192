// The table of a ranking: configurations that pass a filter, in the order asked for.
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

  // Words, each of which must occur in a change of the configuration ("dot.12 operand 1 {1,0} → {0,1} f32[8,128]"; case
  // does not matter), or be its number.
  std::string text;
  Range<float> score;
  Range<double> time;                // seconds; one that is set leaves out what was not measured
  uint32_t node = configs::kNoNode;  // only what differs from the reference in a tensor of this node
  Key key = Key::kScore;
  bool descending = false;
  size_t limit = SIZE_MAX;
};

// [rows], one entry a configuration. Numbers from Configurations::count on are those of `own`.
struct View {
  std::vector<uint32_t> indices;
  std::vector<uint32_t>
      ranks;  // place among those scored so far, by score and then number; of `own`: 1 + how many score lower
  std::vector<float> scores;
  std::vector<double> times;      // seconds, NaN where none is known; empty when none is known at all
  std::vector<uint32_t> changed;  // slots that differ from the reference
  size_t passed = 0;              // how many pass the filter; more than are listed where there is a limit
};

// Of what is scored so far, and of `own`. Equal keys stand in the order of score, then number. What has no time stands
// behind what has. O(n log n) in the configurations, plus O(n · slots) where the filter, the key or the columns need
// it.
View viewOf(const Opened& opened, const Ranking& ranking, std::span<const Choice> own, const Query& query);

}  // namespace hlorank::session
