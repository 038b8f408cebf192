// Inputs of a loop network (native/model/loop_network.h): the memory accesses in the loops that a simulated compiler
// (shared/simulation) generates for each configuration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/problem.h"
#include "shared/model/inputs.h"
#include "shared/simulation/rules.h"

namespace hlorank::model {

// Memory accesses of many configurations of one program. Accesses with equal features are stored once. An occurrence is
// one use of a stored access by one configuration.
struct LoopInputs {
  std::vector<float> accesses;  // [distinct accesses, simulation::kAccessFeatures] features of each access
  // [configurations + 1] Index of the first occurrence (use of an access) in each configuration. The last entry is the
  // number of occurrences.
  std::vector<uint64_t> begin;
  std::vector<uint32_t> access;  // [occurrences] index of the stored access
  std::vector<float> weight;     // [occurrences] how often the access runs: elements × executions
  float work = 0;                // arithmetic of the program's dots and convolutions, in units of kWorkUnit operations
};
inline constexpr double kWorkUnit = 16;  // arithmetic operations per unit of LoopInputs::work

// Returns the number of multiplications plus additions of a program's dots and convolutions, in units of kWorkUnit.
double operationsOf(const graph::Program& program);

// Checks that the compiler can be simulated for a program. Returns true or an Error, never false. Error: the program
// was read from npz arrays, so that it has no HLO module.
Result<bool> checkSimulated(const configs::Problem& problem);

// Simulates the compiler for `choices`, a list of configurations, and returns the memory accesses of the resulting
// loops. A configuration is the index of the chosen layout for every tensor whose layout can be chosen. Errors are
// those of checkSimulated. Costs one simulation per configuration.
Result<LoopInputs> simulateLoops(const configs::Problem& problem, std::span<const std::span<const uint8_t>> choices,
                                 const simulation::Rules& rules = {});

// Builds the network inputs for the configurations `selected`, which are indices in `all`. The inputs are `access`
// float [A, kAccessFeatures], `accessOf` int64 [E], `configuration` int64 [E], `weight` float [E] and `work` float [C].
// C is the number of selected configurations, A the number of their distinct memory accesses, E the number of uses of
// these accesses.
std::vector<Tensor> loopTensors(const LoopInputs& all, std::span<const uint32_t> selected);

}  // namespace hlorank::model
