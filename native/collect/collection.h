// Measures many programs, several at once, and writes the results to a store.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/collect/measure.h"
#include "native/collect/store.h"

namespace hlorank::collect {

struct Task {
  std::string name;  // of the program in the store
  std::string path;  // of its HLO file
};

struct CollectionOptions {
  bool asIs = false;    // the programs are in their state before layout assignment, so do not compile to find it
  bool repeat = false;  // measure the configurations of the store in each program's folder again and compare times
  bool quiet = false;
  WorkerOptions worker;  // `cores` is overwritten for each program
  MeasureOptions measure;
};

// Measures every task that is not complete in `store` and returns the exit code. Runs one thread per entry of `cores`,
// which lists the cores that one program may use; `first` is a worker pinned to cores[0]. Prints one line per program
// to stdout, errors and progress to stderr. Stops early on Ctrl-C or when the store cannot be written.
int measureAll(Store& store, const std::vector<Task>& tasks, const CollectionOptions& options,
               std::unique_ptr<Worker> first, const std::vector<std::vector<int>>& cores);

}  // namespace hlorank::collect
