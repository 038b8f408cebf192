// Simulates a search on recorded run times: which configurations it would have measured, and in which order.
#pragma once

#include "native/collect/store.h"
#include "native/tune/strategy.h"

namespace hlorank::tune {

// The measured configurations of one program, among which a simulated search chooses. Each compiles to another module.
struct Pool {
  struct Entry {
    Choice choice;
    std::string kind;
    double time;  // ns
  };
  std::vector<Entry> entries;
  size_t references = 0;  // every search starts with this many entries: the program layouts, and the compiler default's
                          // layouts as constraints
  double compilerDefault = 0;          // ns, time of the compiler default; known to every search at no cost
  bool isDefaultReproducible = false;  // constraining all slots to the compiler default's layouts gives the same module
};

// Loads the measured configurations without duplicates and without the compiler default. Also sets the subject's
// compiler default. Error: the store has no measurements of this program, or none of the compiler default.
Result<Pool> loadPool(const collect::Store& store, const std::string& name, collect::Subject& subject);

// Returns indices of at most `budget` entries, in the order in which the search measures them, in batches of kBatch.
std::vector<size_t> replay(const Pool& pool, const Space& space, Strategy& strategy, size_t budget);

}  // namespace hlorank::tune
