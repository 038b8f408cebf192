// Agreement of the simulation with XLA:CPU, whose layouts, copies and loops tests/data/simulation/layouts.tsv.gz
// records.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace hlorank::simulation {

// How well predicted things match recorded ones, counted with repeats.
struct Match {
  size_t both = 0, predictedOnly = 0, recordedOnly = 0;
  double f1() const {
    const double all = 2 * static_cast<double>(both) + static_cast<double>(predictedOnly + recordedOnly);
    return all == 0 ? 1 : 2 * static_cast<double>(both) / all;
  }
};

struct Agreement {
  std::string jaxlib;
  size_t programs = 0, configurations = 0;
  Match copies, copiesUnconstrained;
  Match loops;            // by kind and sizes in order
  Match loopsByElements;  // by kind and number of elements: a bitcast may give a loop other sizes
  size_t slots = 0, slotsRight = 0, slotsOtherThanRowMajor = 0, slotsOtherThanRowMajorRight = 0;
  size_t results = 0, resultsRight = 0, resultsOtherThanRowMajor = 0, resultsOtherThanRowMajorRight = 0;
  // Disagreements by class: opcode of the value and of the reader of a wrong copy, opcode of a wrong result, …
  std::map<std::string, size_t> classes;
};

// Simulates all recorded configurations. `only`: a program whose disagreements are printed; empty: none.
Agreement compareWithGolden(const std::string& only = {});

}  // namespace hlorank::simulation
