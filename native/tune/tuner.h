// The search of `hlorank tune`: compiles the configurations that a strategy proposes and times them against the
// compiler default (all layouts left to the compiler) until the budget is used up.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "native/tune/strategy.h"

namespace hlorank::tune {

struct TuneOptions {
  int budget = 60;       // maximum number of compilations
  double seconds = 0;    // time limit of the search, 0: none; the current compilation or timing pass is finished
  double window = 0.05;  // seconds for which each timing pass runs each configuration
  uint64_t seed = 1;     // random seed of the search and of the order within timing passes
};

// One compiled configuration of a search.
struct Attempt {
  Choice choice;
  // "auto" (compiler default), "default" (the layouts written in the HLO as constraints), "auto_written" (the layouts
  // that the compiler chose as constraints), "simpler" (the fastest configuration with fewer constraints), or
  // Proposal::kind.
  std::string kind;
  double seconds = 0;   // compilation time
  uint64_t hash = 0;    // hash of the optimised module
  int duplicate = -1;   // index of an earlier attempt with the same module, whose times are copied; -1: none
  double time = 0;      // shortest run, ns
  double logRatio = 0;  // mean over rounds of log(time / compiler default's time in that round); lower is faster
  int rounds = 0;       // number of rounds in which it was timed; 0: `time` and `logRatio` are not set
};

// Result of a search, complete or so far.
struct SearchResult {
  std::vector<Attempt> attempts;  // attempts[0] is the compiler default
  size_t winner = 0;              // index of the fastest attempt; 0: none was faster than the compiler default
  int compilations = 0;           // number of compilations, failed ones included
  int failures = 0;               // number of failed compilations and failed timing passes
  double seconds = 0;             // duration of the search so far
  bool interrupted = false;       // true: `progress` returned false, which ended the search
};

// Compiles and times the compiler default and the program layouts, then the proposals of `strategy`, in rounds of
// eight. A round times its configurations and the compiler default in 2 to 4 timing passes in random order, slow ones
// only in 2. At the end, times the six fastest together again, and removes from the fastest the constraints that do not
// make it faster. After each compilation and timing pass calls `progress` with the result so far and `best`, the lowest
// Attempt::logRatio; if it returns false, the search ends. Error: the compiler default does not compile or run.
Result<SearchResult> tune(collect::Trial& trial, const Space& space, Strategy& strategy, const TuneOptions& options,
                          const std::function<bool(const SearchResult&, double best)>& progress);

}  // namespace hlorank::tune
