// Scores the configurations of a program, layouts or tile sizes, by a model or by the analytical cost model.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "native/data/program_file.h"
#include "native/evaluate/ranker.h"

namespace hlorank::evaluate {

// Scores the configurations `selected` (indices in memory, may repeat); lower is faster. Returns fewer scores after
// Ctrl-C. Errors: tile sizes for a layout model or the reverse, array shapes that do not fit the network, scores that
// are not finite. Cost: one forward pass, or one per small batch of configurations with an early- or late-join model.
Result<std::vector<float>> scoresOf(const Ranker& ranker, const data::MeasuredProgram& program,
                                    std::span<const uint32_t> selected);

// Score of the layouts that the compiler chooses on its own, by a model that simulates the compiler; nullopt: another
// model, or the program has no HLO module.
std::optional<float> compilerScore(const Ranker& ranker, const data::MeasuredProgram& program);

// Checks that the model of `ranker` predicts schedules like those of the program. The bool is always true.
Result<bool> checkStageModel(const Ranker& ranker, const data::MeasuredProgram& program);

}  // namespace hlorank::evaluate
