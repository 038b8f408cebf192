// A stage graph as a module, so that it is drawn like a program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// One computation with an instruction per stage, producers first; the instructions have no meaning as HLO.
struct StageModule {
  hlo::Module module;
  std::vector<uint32_t> stageOf;  // [instructions] stage of each; a permutation
};

// Stages in a cycle, which files of compilers do not have, lose the edges that run against the order. O(stages +
// edges).
StageModule makeStageModule(const Problem& problem);

// Describes what a stage of Halide does by its most frequent operations, "func_call ×3, mul ×2, add"; "" for TVM, whose
// files do not tell it.
std::string describeStage(const Problem& problem, uint32_t stage);

// What kind of definition a stage is: "pure definition" or "update definition" in Halide, "stage" in TVM.
std::string_view stageKind(const Problem& problem, uint32_t stage);

// Number of operations per point of a stage of Halide: the sum of its operation counts over the types.
double operationsOf(const Problem& problem, size_t stage);

}  // namespace hlorank::stages
