// Measures the run times of many programs, each with many layout configurations (a layout for every configurable
// tensor), several programs at once, and writes them to a store (a folder of measurements; see store.h).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/collect/measure.h"
#include "native/collect/store.h"

namespace hlorank::collect {

// A program to measure.
struct Task {
  std::string name;  // base name of the program's files in the store
  std::string path;  // HLO file to read
};

struct CollectionOptions {
  bool asIs = false;    // true: the programs are already optimised up to XLA's layout assignment; false: do that first
  bool repeat = false;  // true: the programs are files of an existing store; measure its configurations again and
                        // compare the times
  bool quiet = false;
  WorkerOptions worker;  // options of every worker process; `cores` is ignored, see the parameter of measureAll
  MeasureOptions measure;
};

// Measures every program of `tasks` for which `store` does not yet hold options.measure.configurations, with one thread
// per element of `cores`: thread i measures one program at a time on the CPU cores cores[i]. `first` is a worker
// process already running on cores[0]. Prints a line per program to stdout, errors to stderr. Stops on Ctrl-C or if the
// store cannot be written. Returns the exit code of the process.
int measureAll(Store& store, const std::vector<Task>& tasks, const CollectionOptions& options,
               std::unique_ptr<Worker> first, const std::vector<std::vector<int>>& cores);

}  // namespace hlorank::collect
