// Converts a stage graph (of Halide or TVM) to an HLO module, so that it can be drawn like a program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// An HLO module with one computation and one instruction per stage, producers first. Only the operands of the
// instructions have a meaning. The opcodes have none.
struct StageModule {
  hlo::Module module;
  // [instructions] the shown stage (Problem::shownStages) that each instruction stands for; every stage occurs once.
  std::vector<uint32_t> stageOf;
};

// Converts a stage graph to an HLO module. If stages form a cycle, drops the edges whose producer comes after the
// consumer in the order of the instructions. Files written by compilers have no cycles. O(stages + edges).
StageModule makeStageModule(const Problem& problem);

// Describes what a stage of Halide does by its most frequent operations: "func_call ×3, mul ×2, add". Returns "" for
// TVM, whose files do not list operations.
std::string describeStage(const Problem& problem, uint32_t stage);

// Returns "pure definition" or "update definition" for a stage of Halide. For one of TVM, returns what it is ("block",
// "cache_write of block conv"), or "stage" if that is unknown.
std::string_view stageKind(const Problem& problem, uint32_t stage);

// Returns the number of operations per computed point of a stage of Halide: the sum of its operation counts over all
// types.
double operationsOf(const Problem& problem, size_t stage);

}  // namespace hlorank::stages
