// A ranker scores the configurations of a program: a trained model loaded from a folder, or the analytical cost model,
// which has no learned parameters.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "native/model/model.h"
#include "native/rank/published.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::evaluate {

inline constexpr const char* kAnalytical = "analytical";  // name of the analytical cost model on the command line

// What ranks configurations: a trained model, or the analytical cost model.
struct Ranker {
  std::optional<model::Model> model;  // nullopt: the analytical cost model
  std::string name = kAnalytical, title = "analytical model";

  // How the costs of the layouts of a configuration are combined.
  model::Aggregation aggregation() const { return model ? model->description.aggregation : model::Aggregation::kSum; }
  // How the predicted cost of a whole configuration is converted to its score.
  model::Scale scale() const { return model ? model->description.scale : model::Scale::kIdentity; }
};

// Loads the ranker `model`: "analytical" (the analytical cost model), or the folder of a training run or exported
// model. Error: no such folder, or a damaged model; `place` receives the path of the faulty file.
Result<Ranker> loadRanker(const std::string& model, std::string* place);

// Loads the model `requested` as loadRanker does; if it is "", the published model (rank::publishedModel). If that does
// not exist or this build cannot use it, returns the analytical cost model; in the latter case prints a message. Error:
// the requested model cannot be loaded; `place` receives the path of the faulty file.
Result<Ranker> selectRanker(const std::string& requested, bool hasModule, std::string* place);

// Computes the cost of each configurable tensor with each of its layouts (a row of the layout table), and of each pair
// of such rows of neighbouring tensors if the model has pair costs; with a loop model, the score of the configuration
// in which only this tensor has another layout. Errors: array shapes that do not fit the network, output that is not
// finite, a model that only scores whole configurations (early-join, late-join).
Result<model::Tables> computeTables(const Ranker& ranker, const configs::Problem& problem,
                                    const model::AnalyticalCosts& analytical);

// Makes the scorer of a model that needs no network for a configuration: tables, the analytical cost model, or a model
// that simulates the compiler. `problem` and `analytical` must outlive it. Errors: those of computeTables, or the
// problem has no HLO module to simulate.
Result<std::unique_ptr<model::Scorer>> makeScorer(const Ranker& ranker, const configs::Problem& problem,
                                                  const model::AnalyticalCosts& analytical);

// Scores and ranks all layout configurations of a program, with any kind of layout model. `opened` and `analytical`
// must outlive the ranking. Errors: array shapes that do not fit the network, scores that are not finite, a model of
// tile sizes or schedules. Cost: one forward pass; with an early- or late-join model, one per batch of configurations.
Result<session::Ranking> rankConfigurations(const Ranker& ranker, const session::Opened& opened,
                                            const model::AnalyticalCosts& analytical);

}  // namespace hlorank::evaluate
