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

// The memory accesses of many configurations of one program. Accesses with equal inputs are stored once; each use of
// one by a configuration is an occurrence.
struct LoopInputs {
  std::vector<float> accesses;   // [distinct accesses, simulation::kAccessFeatures] inputs of each
  std::vector<uint64_t> begin;   // [configurations + 1] first occurrence of each configuration; the last entry is the
                                 // number of occurrences
  std::vector<uint32_t> access;  // [occurrences] index of a distinct access
  std::vector<float> weight;     // [occurrences] how often the access runs: elements · executions
  float work = 0;                // operations of the dots and convolutions of the program, in units of kWorkUnit
};
inline constexpr double kWorkUnit = 16;  // operations per unit of LoopInputs::work

// Returns the number of operations of a program's dots and convolutions in units of kWorkUnit (LoopInputs::work).
double operationsOf(const graph::Program& program);

// Checks that the compiler can be simulated for a problem. Returns true or an Error, never false. Error: the problem
// was read from arrays, without an HLO module.
Result<bool> checkSimulated(const configs::Problem& problem);

// Simulates the compiler for `choices`, configurations given as one row index (number of a layout) per slot. Error: see
// checkSimulated. Cost: one simulation per configuration.
Result<LoopInputs> simulateLoops(const configs::Problem& problem, std::span<const std::span<const uint8_t>> choices,
                                 const simulation::Rules& rules = {});

// Builds the network inputs for the configurations with the indices `selected` in `all`: `access` float [A,
// kAccessFeatures], `accessOf` int64 [E], `configuration` int64 [E], `weight` float [E], `work` float [C], for the C
// selected configurations with A distinct accesses that occur E times.
std::vector<Tensor> loopTensors(const LoopInputs& all, std::span<const uint32_t> selected);

}  // namespace hlorank::model
