// The search: proposals are compiled and timed against the compiler's own choice until the budget is used up.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "native/tune/strategy.h"

namespace hlorank::tune {

struct TuneOptions {
  int budget = 60;       // compilations
  double seconds = 0;    // 0: no limit; what is under way is finished
  double window = 0.05;  // seconds that each pass times a configuration
  uint64_t seed = 1;
};

// One configuration that was compiled.
struct Attempt {
  Choice choice;
  std::string kind;     // auto, default, auto_written, or the proposal's
  double seconds = 0;   // compiling
  uint64_t hash = 0;    // of the optimised module
  int duplicate = -1;   // the earlier attempt with the same module, whose time it shares
  double time = 0;      // ns
  double logRatio = 0;  // time against auto's of the same passes: mean over its rounds of log(time / auto's)
  int rounds = 0;       // in which it was timed
};

struct Found {
  std::vector<Attempt> attempts;  // the first is `auto`
  size_t winner = 0;              // the fastest attempt; 0: none was faster than auto
  int compilations = 0, failures = 0;
  double seconds = 0;
  bool interrupted = false;
};

// Compiles and times auto, the default and auto written out, then what `strategy` proposes, eight at a time. A round
// times all of them and auto in shuffled passes: at least two, more for those that may be the fastest. Then the first
// few are timed again together, and constraints that the winner does not need are taken out. `progress` (compilations
// so far, best log ratio) says false to stop. Error: the program does not run as it is.
Result<Found> tune(collect::Trial& trial, const Space& space, Strategy& strategy, const TuneOptions& options,
                   const std::function<bool(const Found&, double best)>& progress);

}  // namespace hlorank::tune
