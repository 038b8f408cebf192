// Measures the run times of many programs, several programs at once. Each program runs with many layout configurations
// (a layout for every tensor whose layout can be chosen). Writes the times to a store (a folder of measurements; see
// store.h).
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "native/collect/measure.h"
#include "native/collect/store.h"

namespace hlorank::collect {

// A program to measure.
struct Task {
  std::string name;  // name of the program's files in the store, without their endings
  std::string path;  // HLO file to read
};

struct CollectionOptions {
  // Whether the input programs are already optimised up to XLA's layout assignment. If not, the passes before layout
  // assignment run first.
  bool asIs = false;
  // Whether to measure the configurations of an existing store again and compare the run times. The programs to measure
  // are then files of that store.
  bool repeat = false;
  // With `repeat`: number of a program's configurations to measure again, the first ones.
  int mostRepeated = std::numeric_limits<int>::max();
  bool quiet = false;
  WorkerOptions worker;  // options of every worker process; their `cores` are ignored (see measureAll)
  MeasureOptions measure;
};

// Measures every program of `tasks` for which `store` holds fewer than options.measure.configurations. Runs one thread
// per element of `cores`: thread i measures one program at a time on the CPU cores cores[i]. `first` is a worker
// process already running on cores[0]. Prints a line per program to stdout, errors to stderr. Stops on Ctrl-C or if the
// store (folder of measurements) cannot be written. Returns the exit code of the process.
int measureAll(Store& store, const std::vector<Task>& tasks, const CollectionOptions& options,
               std::unique_ptr<Worker> first, const std::vector<std::vector<int>>& cores);

}  // namespace hlorank::collect
