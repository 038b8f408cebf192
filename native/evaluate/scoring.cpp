#include "native/evaluate/scoring.h"

#include <numeric>

#include "native/base/interrupt.h"
#include "native/rank/ranked.h"
#include "shared/model/card.h"
#include "shared/model/score.h"

namespace hlorank::evaluate {
namespace {

// Scores the configurations `selected` by a model that runs no network per configuration.
Result<std::vector<float>> scoresByScorer(const Ranker& ranker, const data::MeasuredProgram& program,
                                          std::span<const uint32_t> selected) {
  const auto scorer = makeScorer(ranker, program.opened, program.analytical);
  if (!scorer) return scorer.error();
  std::vector<float> scores;
  for (size_t i = 0; i < selected.size() && !native::interrupted(); ++i)
    scores.push_back((*scorer)->score(program.opened.configurations.choice(selected[i])));
  if (const auto finite = rank::checkScores(scores); !finite) return finite.error();
  return scores;
}

// Scores schedules of Halide or TVM: the score is the logarithm of the predicted run time in ms. Error: the model was
// trained on schedules of the other system.
Result<std::vector<float>> scoresOfSchedules(const Ranker& ranker, const data::MeasuredProgram& program,
                                             std::span<const uint32_t> selected) {
  if (const auto fits = checkStageModel(ranker, program); !fits) return fits.error();
  model::ScoringTask task{.name = program.name, .selected = {selected.begin(), selected.end()}};
  task.stages = &*program.stages;
  auto scores = model::scoreConfigurations(*ranker.model, task, native::interrupted);
  if (scores)
    if (const auto finite = rank::checkScores(*scores); !finite) return finite.error();
  return scores;
}

// Scores the configurations `selected` (layouts, or tile sizes if the problem has some) by an early- or late-join
// network. `analytical`: the analytical costs of the layouts; unused for tile sizes.
Result<std::vector<float>> scoresByNetwork(const Ranker& ranker, const std::string& name,
                                           const configs::Problem& problem, const model::AnalyticalCosts* analytical,
                                           std::span<const uint32_t> selected) {
  const configs::Configurations* layouts = problem.tiles ? nullptr : &problem.configurations;
  const auto inputs = model::problemInputs(ranker.model->description, problem.program, layouts, analytical);
  const model::ScoringTask task = {name,
                                   &problem.program,
                                   layouts,
                                   analytical,
                                   problem.tiles ? &*problem.tiles : nullptr,
                                   &inputs,
                                   {selected.begin(), selected.end()}};
  auto scores = model::scoreConfigurations(*ranker.model, task, native::interrupted);
  if (scores)
    if (const auto finite = rank::checkScores(*scores); !finite) return finite.error();
  return scores;
}

// Returns the error for tile sizes of a kernel and a model that does not rank them.
Error tilesError(const Ranker& ranker) {
  return {"contains tile sizes of a kernel, but the model " + ranker.name + " does not rank them",
          "pass a model trained on tile sizes with `hlorank train`, or programs with layouts"};
}

}  // namespace

std::optional<float> compilerScore(const Ranker& ranker, const data::MeasuredProgram& program) {
  if (!ranker.model || ranker.model->description.join != model::Join::kLoops) return std::nullopt;
  const auto scorer = makeScorer(ranker, program.opened, program.analytical);
  return scorer ? (*scorer)->compilerScore() : std::nullopt;
}

Result<bool> checkStageModel(const Ranker& ranker, const data::MeasuredProgram& program) {
  const bool forStages = ranker.model && ranker.model->description.join == model::Join::kStages;
  if (!program.stages)
    return Error{"is an HLO program, but the model " + ranker.name + " ranks schedules of Halide or TVM",
                 "pass a model trained on HLO programs"};
  const std::string kind(stages::titleOf(program.stages->kind));
  if (!forStages)
    return Error{"contains schedules of " + kind + ", but the model " + ranker.name + " ranks HLO programs",
                 "pass a model trained on schedules of " + kind};
  const auto card = model::parseCard(ranker.model->card);
  if (card && card->stages && *card->stages != program.stages->kind)
    return Error{"contains schedules of " + kind + ", but the model " + ranker.name + " ranks schedules of " +
                     std::string(stages::titleOf(*card->stages)),
                 "pass a model trained on schedules of " + kind};
  return true;
}

Result<std::vector<float>> scoresOf(const Ranker& ranker, const data::MeasuredProgram& program,
                                    std::span<const uint32_t> selected) {
  const bool forStages = ranker.model && ranker.model->description.join == model::Join::kStages;
  if (program.stages || forStages) return scoresOfSchedules(ranker, program, selected);
  const bool forTiles = ranker.model && ranker.model->description.tileFeatures > 0;
  if (program.opened.tiles && !forTiles) return tilesError(ranker);
  if (!program.opened.tiles && forTiles)
    return Error{"contains layouts, but the model " + ranker.name + " ranks tile sizes of kernels",
                 "pass a model trained on layouts, or kernels with tile sizes"};
  if (!ranker.model || !model::isJoined(ranker.model->description)) return scoresByScorer(ranker, program, selected);

  return scoresByNetwork(ranker, program.name, program.opened, &program.analytical, selected);
}

Result<std::vector<float>> scoresOfTiles(const Ranker& ranker, const configs::Problem& kernel) {
  if (!ranker.model || ranker.model->description.tileFeatures == 0) return tilesError(ranker);
  std::vector<uint32_t> all(kernel.tiles->count());
  std::iota(all.begin(), all.end(), 0u);
  return scoresByNetwork(ranker, kernel.name, kernel, nullptr, all);
}

}  // namespace hlorank::evaluate
