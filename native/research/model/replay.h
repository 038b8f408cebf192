// Simulates the search of `hlorank tune` on run times that `hlorank collect` recorded. Finds which of the recorded
// configurations the search would have measured, and in which order.
#pragma once

#include "native/collect/store.h"
#include "native/tune/strategy.h"

namespace hlorank::research {

// The recorded configurations of one program that a simulated search can measure. No two of them compile to the same
// module.
struct Pool {
  struct Entry {
    tune::Choice choice;
    std::string kind;
    double time;  // run time, ns
  };
  std::vector<Entry> entries;
  // Number of entries at the beginning that every search measures first. These are the layouts written in the program
  // and, if recorded, the compiler default's layouts as constraints.
  size_t references = 0;
  // Run time of the compiler default (no layout constraints), ns. Every search knows this time without a measurement.
  double compilerDefault = 0;
  // Whether constraining all tensors to the layouts that the compiler chooses gives the same module as no constraints.
  bool isDefaultReproducible = false;
};

// Loads the recorded configurations of program `name`, except duplicates and the compiler default (all layouts left to
// the compiler). Writes the layouts of the compiler default to subject.compilerDefault. Error: the store has no
// measurements of the program or of its compiler default.
Result<Pool> loadPool(const collect::Store& store, const std::string& name, collect::Subject& subject);

// Runs a search that "measures" entries of `pool` in batches of kBatch, by looking up their recorded times. Returns the
// indices of the measured entries in order of measurement, at most `budget`.
std::vector<size_t> replay(const Pool& pool, const tune::Space& space, tune::Strategy& strategy, size_t budget);

}  // namespace hlorank::research
