// A search on recorded times instead of the machine: what it would have found, and when.
#pragma once

#include "native/collect/store.h"
#include "native/tune/strategy.h"

namespace hlorank::tune {

// Configurations of one program that were measured and are all there is to find, each of another module.
struct Pool {
  struct Entry {
    Choice choice;
    std::string kind;
    double time;  // ns
  };
  std::vector<Entry> entries;
  size_t first = 0;         // so many entries are what every search begins with: the default, and `auto` written out
  double compilerDefault = 0;     // ns, of the compiler's own choice, which every search is told for nothing
  bool isWritable = false;  // `auto` written out compiles to the very same
};

// Twins stand once, and neither `auto` nor its twins at all. Sets what the subject does not know yet: the layouts that
// the compiler chose. Error: the rows are not of this program, or `auto` was not measured.
Result<Pool> loadPool(const collect::Store& store, const std::string& name, collect::Subject& subject);

// The entries in the order in which the search measures them, `budget` at most, as many at a time as `tune` does.
std::vector<size_t> replay(const Pool& pool, const Space& space, Strategy& strategy, size_t budget);

}  // namespace hlorank::tune
