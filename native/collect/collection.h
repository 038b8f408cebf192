// Measures many programs into a store, several at once.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/collect/measure.h"
#include "native/collect/store.h"

namespace hlorank::collect {

struct Task {
  std::string name;  // that the store knows the program by
  std::string path;
};

struct CollectionOptions {
  bool asIs = false;    // the programs stand before layout assignment already
  bool repeat = false;  // measure again what the store beside each program has, and compare
  bool quiet = false;
  WorkerOptions worker;  // its cores are set for each program
  MeasureOptions measure;
};

// Measures every task that `store` does not have yet, on one thread for each entry of `cores`, which lists the cores
// that a program may use; `first` is a worker that runs on the first entry's. A line about each program goes to stdout,
// failures and progress to stderr. Ends early when interrupted or when the store cannot be written. Gives the exit
// code.
int measureAll(Store& store, const std::vector<Task>& tasks, const CollectionOptions& options,
               std::unique_ptr<Worker> first, const std::vector<std::vector<int>>& cores);

}  // namespace hlorank::collect
