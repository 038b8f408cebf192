// The search of `tune`: compiles the proposals of a strategy and times them against the compiler default until the
// budget is used up.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "native/tune/strategy.h"

namespace hlorank::tune {

struct TuneOptions {
  int budget = 60;       // maximum number of compilations
  double seconds = 0;    // time limit, 0: none; the current compilation or pass is finished
  double window = 0.05;  // seconds for which a pass times each configuration
  uint64_t seed = 1;
};

// One compiled configuration.
struct Attempt {
  Choice choice;
  // "auto" (compiler default), "default" (program layouts), "auto_written" (the compiler default's layouts as
  // constraints), "simpler" (the winner with fewer constraints), or the kind of the proposal.
  std::string kind;
  double seconds = 0;   // compilation time
  uint64_t hash = 0;    // of the optimised module
  int duplicate = -1;   // index of an earlier attempt with the same module, whose time is copied; -1: none
  double time = 0;      // ns, shortest run
  double logRatio = 0;  // mean over rounds of log(time / compiler default's time in the same passes)
  int rounds = 0;       // number of rounds in which it was timed
};

struct SearchResult {
  std::vector<Attempt> attempts;  // attempts[0] is the compiler default
  size_t winner = 0;              // the fastest attempt; 0: no attempt was faster than the compiler default
  int compilations = 0, failures = 0;
  double seconds = 0;
  bool interrupted = false;
};

// Compiles and times the compiler default and the program layouts, then the proposals of `strategy`, eight at a time.
// Each round times its configurations and the compiler default in 2 to 4 shuffled passes, the slow ones only in 2. At
// the end, times the six fastest again together, and removes constraints that the winner does not need. `progress(found
// so far, best log ratio)` returns false to stop. Error: the program without constraints does not compile or run.
Result<SearchResult> tune(collect::Trial& trial, const Space& space, Strategy& strategy, const TuneOptions& options,
                          const std::function<bool(const SearchResult&, double best)>& progress);

}  // namespace hlorank::tune
