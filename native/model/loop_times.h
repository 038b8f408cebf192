// Measured times of the loops of a program, from which a loop network learns besides the order of configurations.
#pragma once

#include <vector>

#include "shared/configs/problem.h"
#include "shared/model/inputs.h"
#include "shared/simulation/rules.h"

namespace hlorank::model {

// Groups of loop nests with a measured time. A group has the nests of one configuration with the same signature
// (simulation::signatureOf) or, if these do not match, the same kind and number of elements. Equal groups of different
// configurations are merged; they have the median of the times.
struct LoopTimes {
  // The arrays of loopTensors (loop_inputs.h), with groups in place of configurations. The group of the dots and
  // convolutions has `work`.
  std::vector<Tensor> inputs;
  std::vector<float> nanoseconds;  // [groups] time of all executions of the group's nests in a run of the program

  bool empty() const { return nanoseconds.empty(); }
};

// Simulates the compiler for the configurations in problem.instructionTimes and assigns the times to the simulated loop
// nests. Leaves out nests that the compiled program lacks or runs a different number of times. The program must have an
// HLO module.
LoopTimes matchLoopTimes(const configs::Problem& problem, const simulation::Rules& rules = {});

}  // namespace hlorank::model
