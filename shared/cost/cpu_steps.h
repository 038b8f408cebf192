// How long XLA:CPU takes for loops beyond what the peak rates say.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Counts the steps (Arithmetic::kStep, nanoseconds of a core) that XLA:CPU takes for instructions that do not reach
// the peak rates: loops that are not vectorised, slow functions, reductions, and fusions that a library computes.
// docs/cost.md has the steps of each.
class CpuSteps {
 public:
  explicit CpuSteps(const hlo::Module& module);

  // Returns the steps of one execution of an instruction; those of a fusion include the instructions inside. O(size of
  // the fused computation); O(1) for the computation of an earlier fusion.
  double of(const hlo::Instruction& instruction);

 private:
  const hlo::Module& module_;
  std::vector<double> ofLoop_, ofLibrary_;  // [computations] steps of fusions, by who computes them; −1 if not counted
};

}  // namespace hlorank::cost
