// Agreement of the simulated compiler with XLA:CPU, whose layouts, copies and loops are recorded in
// tests/data/simulation/layouts.tsv.gz.
#pragma once

#include <cstddef>
#include <map>
#include <string>

namespace hlorank::simulation {

// Numbers of predicted and recorded layouts, copies or loops; repeated ones count each time.
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
  Match loops;            // loops that agree in kind and in the list of sizes
  Match loopsByElements;  // loops that agree in kind and number of elements, since a bitcast may change the sizes
  size_t slots = 0, slotsRight = 0, slotsOtherThanRowMajor = 0, slotsOtherThanRowMajorRight = 0;
  size_t results = 0, resultsRight = 0, resultsOtherThanRowMajor = 0, resultsOtherThanRowMajorRight = 0;
  // Number of disagreements by class. The class of a wrong copy has the opcodes of the copied value and of its reader;
  // that of a wrong result has the opcode of the result.
  std::map<std::string, size_t> classes;
};

// Simulates all recorded configurations. `only`: program whose disagreements are printed; empty: none are printed.
Agreement compareWithGolden(const std::string& only = {});

}  // namespace hlorank::simulation
