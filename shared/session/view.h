// The table of a ranking on the page: the configurations that pass a filter, sorted. A slot is a tensor whose layout a
// configuration chooses; the program layout is the one written in the program.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "shared/session/what_if.h"

namespace hlorank::session {

// The filter and order of the ranking table.
struct Query {
  // The sort key: score, measured time, number of changed layouts, number of the configuration, or (schedules only) the
  // cost by Halide's own model.
  enum class Key { kScore, kTime, kChanged, kIndex, kReference };
  // A closed interval; by default unlimited.
  template <class T>
  struct Range {
    T least = -std::numeric_limits<T>::infinity(), greatest = std::numeric_limits<T>::infinity();
    bool contains(T value) const { return least <= value && value <= greatest; }
  };

  // Words separated by spaces, each of which must be the configuration's number or occur in one of its changes,
  // ignoring case. The text of a change of a layout: "dot.12 operand 1 main dot f32[8,128] {1,0} → {0,1}".
  std::string text;
  Range<float> score;
  Range<double> time;  // seconds; a limited range excludes configurations without a measured time
  // Only configurations that change a layout of this graph node's output or operands; kNoNode: all configurations.
  uint32_t node = configs::kNoNode;
  Key key = Key::kScore;
  bool descending = false;
  size_t limit = SIZE_MAX;  // greatest number of rows in the table
};

std::string lowered(std::string text);                      // ASCII letters in lower case
std::vector<std::string> wordsOf(const std::string& text);  // its words in lower case

// The ranking table: one array per column, one entry per configuration in it.
struct View {
  std::vector<uint32_t> indices;  // configuration numbers; from Configurations::count on: the user's configurations
  // 1 + number of programs of the file with a lower score (Ranking::rankOf); equal scores have the same rank.
  std::vector<uint32_t> ranks;
  std::vector<uint32_t> copies;  // number of configurations that compile to the same program, which share this row
  std::vector<float> scores;
  std::vector<double> times;      // seconds, NaN if not measured; empty if the file has no times
  std::vector<uint32_t> changed;  // number of slots (tensors) whose layout differs from the program layout
  size_t passed = 0;              // number of configurations that pass the filter, including those beyond Query::limit
};

// Builds the table of the file's configurations scored so far, one row per compiled program (Ranking::firstOfProgram),
// and of `own`, the choices (one row index per slot) that the user made. Ties are sorted by score, then number; sorted
// by time, configurations without one come last. O(n log n + rows of the table · slots) for n configurations, plus O(n
// · slots) to filter or sort by changes.
View buildView(const Opened& opened, const Ranking& ranking, std::span<const Choice> own, const Query& query);

}  // namespace hlorank::session
