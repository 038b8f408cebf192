// Builds the table of configurations on the web page: those that pass a filter, sorted. A configuration assigns a
// layout to each slot, an output or operand whose layout can be chosen. The program layout is the one written in the
// program.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "shared/session/what_if.h"

namespace hlorank::session {

// Selects and sorts the configurations in the ranking table on the web page.
struct Query {
  // The column to sort by: score, measured time, number of changed layouts, or number of the configuration. kReference,
  // only for Halide schedules, is the cost according to Halide's own cost model.
  enum class Key { kScore, kTime, kChanged, kIndex, kReference };
  // A range of values that includes both limits. By default it has no limits.
  template <class T>
  struct Range {
    T least = -std::numeric_limits<T>::infinity(), greatest = std::numeric_limits<T>::infinity();
    bool contains(T value) const { return least <= value && value <= greatest; }
  };

  // Search words separated by spaces. A configuration passes if each word is its number or occurs, ignoring case, in
  // the text of one of its layout changes. Such a text is "dot.12 operand 1 main dot f32[8,128] {1,0} → {0,1}".
  std::string text;
  Range<float> score;
  Range<double> time;  // measured time in seconds; if a limit is set, configurations without a time are excluded
  // Selects only configurations that change a layout of the output or operands of this node. kNoNode selects all
  // configurations.
  uint32_t node = configs::kNoNode;
  Key key = Key::kScore;
  bool descending = false;
  size_t limit = SIZE_MAX;  // greatest number of rows in the table
};

std::vector<std::string> wordsOf(const std::string& text);  // returns the words of `text` in lower case

// The ranking table on the web page: one array per column, with one entry per table line (configuration).
struct View {
  // Numbers of the configurations. Those made by the user have numbers from Configurations::count on.
  std::vector<uint32_t> indices;
  // 1 + the number of compiled programs with a lower score (Ranking::rankOf). Equal scores have the same rank.
  std::vector<uint32_t> ranks;
  // Number of configurations that share this line because they compile to the same program.
  std::vector<uint32_t> copies;
  std::vector<float> scores;
  // Measured time in seconds of each configuration, NaN if not measured; empty if the file has no times.
  std::vector<double> times;
  std::vector<uint32_t> changed;  // number of tensors whose layout differs from that in the program
  size_t passed = 0;              // number of configurations that pass the filter; may exceed Query::limit
};

// Builds the ranking table. It has the file's configurations scored so far, one line per compiled program, and
// the configurations made by the user. Ties are sorted by score, then by number. When sorted by time, configurations
// without a time come last. O(n log n + lines · slots) for n configurations, plus O(n · slots) to filter or to sort by
// changes.
View buildView(const Opened& opened, const Ranking& ranking, const Query& query);

}  // namespace hlorank::session
