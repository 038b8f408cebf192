// A ranker: a trained model loaded from a folder, or the analytical cost model.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "native/model/model.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::evaluate {

inline constexpr const char* kAnalytical = "analytical";  // name of the analytical cost model on the command line

// What ranks configurations: a trained model, or the analytical cost model.
struct Ranker {
  std::optional<model::Model> model;  // nullopt: the analytical cost model
  std::string name = kAnalytical, title = "analytical model";

  // How the values of a configuration's layouts combine into its score.
  model::Aggregation aggregation() const { return model ? model->description.aggregation : model::Aggregation::kSum; }
  // How the combined value is scaled to a score.
  model::Scale scale() const { return model ? model->description.scale : model::Scale::kIdentity; }
};

// Loads a ranker. `model`: "analytical", or the folder of a training run or of an exported model. Error: no such
// folder, or a damaged model; `place` receives the path of the faulty file.
Result<Ranker> loadRanker(const std::string& model, std::string* place);

// Returns the folder of the published model for programs with an HLO module (`simulated`, the default of the web page)
// or for programs that only have arrays (`calibrated`): web/public/models of the repository in whose build folder the
// executable lies. "": it does not exist.
std::string publishedModel(bool hasModule);

// Loads the model `requested`; if it is "", the published model; if that is missing or unusable, the analytical cost
// model, after a message about an unusable one. Error: the requested model cannot be loaded; `place` receives the path
// of the faulty file.
Result<Ranker> selectRanker(const std::string& requested, bool hasModule, std::string* place);

// Notice of a ranking by the analytical cost model because there is no published model.
inline constexpr char kNoPublishedModel[] =
    "no published model in web/public/models that this build can use; ranked by the analytical cost model. Select "
    "another model with --model";

// Checks the scores of a program's configurations. Error: a score is NaN or infinite.
Result<bool> checkScores(std::span<const float> scores);

// Computes the part of the score of each row of the layout table (a slot, that is a tensor, with one of its layouts),
// and of each pair of rows of neighbouring slots if the model has pairs. With a loop model, the score when only this
// slot has another layout. Errors: array shapes that do not fit the
// network, output that is not finite, an early-join or late-join model, which only scores whole configurations.
Result<model::Tables> computeTables(const Ranker& ranker, const configs::Problem& problem,
                                    const model::AnalyticalCosts& analytical);

// Makes the scorer of a model that needs no network for a configuration: tables, the analytical cost model, or a model
// that simulates the compiler. `problem` and `analytical` must outlive it. Errors: those of computeTables, or the
// problem has no HLO module to simulate.
Result<std::unique_ptr<model::Scorer>> makeScorer(const Ranker& ranker, const configs::Problem& problem,
                                                  const model::AnalyticalCosts& analytical);

// Scores and ranks every configuration of a program, with any kind of layout model. `opened` and `analytical` must
// outlive the ranking. Errors: array shapes that do not fit the network, scores that are not finite, a model of tile
// sizes. Cost: one forward pass, or one per small batch of configurations with an early-join or late-join model.
Result<session::Ranking> rankConfigurations(const Ranker& ranker, const session::Opened& opened,
                                            const model::AnalyticalCosts& analytical);

}  // namespace hlorank::evaluate
