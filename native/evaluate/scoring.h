// Scores the configurations of a program (layouts, tile sizes or schedules) by a model or the analytical cost model.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "native/data/program_file.h"
#include "native/evaluate/ranker.h"

namespace hlorank::evaluate {

// Scores the configurations `selected` (indices into the loaded configurations, may repeat) in their order; lower is
// faster. Returns fewer scores after Ctrl-C. Errors: the model was trained for another kind of configurations, array
// shapes do not fit the network, or a score is not finite. Cost: one forward pass; with an early- or late-join model,
// one per small batch of configurations.
Result<std::vector<float>> scoresOf(const Ranker& ranker, const data::MeasuredProgram& program,
                                    std::span<const uint32_t> selected);

// Scores all tile sizes of a kernel (Problem::tiles), [configurations]. Errors as scoresOf, and: the model ranks
// layouts or schedules.
Result<std::vector<float>> scoresOfTiles(const Ranker& ranker, const configs::Problem& kernel);

// Returns the score of the compiler default (all layouts left to the compiler). Returns nullopt if the program has no
// HLO module, or if the model does not simulate the compiler (Join::kLoops) and so cannot score the compiler's choice.
std::optional<float> compilerScore(const Ranker& ranker, const data::MeasuredProgram& program);

// Checks that the model of `ranker` was trained on schedules of the same system (Halide or TVM) as those of the
// program. The bool is always true. Error: the systems differ, or the program has no schedules.
Result<bool> checkStageModel(const Ranker& ranker, const data::MeasuredProgram& program);

}  // namespace hlorank::evaluate
