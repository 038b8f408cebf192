// The inputs of a loop network (native/model/loop_network.h): the memory accesses of the loops that the simulated
// compiler (shared/simulation) runs for each configuration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/problem.h"
#include "shared/model/inputs.h"
#include "shared/simulation/rules.h"

namespace hlorank::model {

// The accesses of many configurations of one program. Equal accesses are stored once.
struct LoopInputs {
  std::vector<float> accesses;   // [distinct accesses, simulation::kAccessFeatures]
  std::vector<uint64_t> begin;   // [configurations + 1] first occurrence of each configuration; the last entry is the
                                 // number of occurrences
  std::vector<uint32_t> access;  // [occurrences] index of a distinct access
  std::vector<float> weight;     // [occurrences] how often the access runs: elements · executions
  float work = 0;                // operations of the dots and convolutions of the program, in units of kWorkUnit
};
inline constexpr double kWorkUnit = 16;  // operations per unit of LoopInputs::work

// Returns LoopInputs::work of a program.
double operationsOf(const graph::Program& program);

// Checks that the compiler can be simulated for a problem. The bool is always true. Error: the problem was read from
// arrays, without an HLO module.
Result<bool> checkSimulated(const configs::Problem& problem);

// Simulates `choices` (for each configuration one row index per slot). Error: see checkSimulated. Cost: one
// simulation per configuration.
Result<LoopInputs> simulateLoops(const configs::Problem& problem, std::span<const std::span<const uint8_t>> choices,
                                 const simulation::Rules& rules = {});

// Builds the network inputs for the configurations with the indices `selected` in `all`: `access` float [A,
// kAccessFeatures], `accessOf` int64 [E], `configuration` int64 [E], `weight` float [E], `work` float [C], for the C
// selected configurations with A distinct accesses that occur E times.
std::vector<Tensor> loopTensors(const LoopInputs& all, std::span<const uint32_t> selected);

}  // namespace hlorank::model
