// Cross-validation results of a training run: scores by models that were not trained on the scored programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "native/data/program_file.h"
#include "native/evaluate/judged.h"
#include "shared/npz/npz.h"

namespace hlorank::evaluate {

// Cross-validation results of a training run, and how that run sampled the configurations (LoadOptions).
struct HeldOut {
  // For each program an array [configurations]: the scores by the model that was not trained on the program. NaN: no
  // score.
  npz::Archive predictions;
  size_t most = 0;
  uint64_t seed = 1;
};

// Reads the cross-validation results in the folder of a training run. Error: the folder has no such results, or they
// are damaged; `place` receives the path of the faulty file.
Result<HeldOut> readHeldOut(const std::filesystem::path& run, std::string* place);

// Returns the scores of a program by the model that did not see it in cross-validation. Sets `judged` to the measured
// configurations that have such a score. Error: the training run has no scores for this program, or scores for another
// number of configurations.
Result<std::vector<float>> heldOutScores(const HeldOut& heldOut, const data::MeasuredProgram& program,
                                         EvaluationSet& judged);

// Returns the score of one configuration by the model that did not see the program in cross-validation; nullopt if the
// configuration has no such score.
std::optional<float> heldOutScore(const HeldOut& heldOut, const data::MeasuredProgram& program, size_t configuration);

}  // namespace hlorank::evaluate
