// Measures run times of many programs' layout configurations, several programs at once, and writes them to a store (a
// folder of measurements; see store.h).
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
  bool asIs = false;    // measure the modules as given; they must already be optimised up to layout assignment
  bool repeat = false;  // the programs are files of an existing store: measure its configurations again, compare times
  bool quiet = false;
  WorkerOptions worker;  // options of every worker process; `cores` is ignored (measureAll has a parameter for them)
  MeasureOptions measure;
};

// Measures every task for which `store` does not yet have the requested number of configurations. Returns the exit
// code. cores[i] lists the CPU cores on which thread i measures one program at a time; `first` is a worker process
// started on cores[0]. Prints a line per program to stdout, errors to stderr. Stops on Ctrl-C or if the store cannot be
// written.
int measureAll(Store& store, const std::vector<Task>& tasks, const CollectionOptions& options,
               std::unique_ptr<Worker> first, const std::vector<std::vector<int>>& cores);

}  // namespace hlorank::collect
