// A ranker scores the configurations of a program. It is a trained model loaded from a folder, or the analytical cost
// model, which has no learned parameters.
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

// Name of the analytical cost model on the command line.
inline constexpr const char* kAnalytical = "analytical";

// Scores the configurations of a program: a trained model, or the analytical cost model.
struct Ranker {
  std::optional<model::Model> model;  // nullopt for the analytical cost model
  std::string name = kAnalytical, title = "analytical model";

  // Returns how the costs of the layouts of a configuration are combined.
  model::Aggregation aggregation() const { return model ? model->description.aggregation : model::Aggregation::kSum; }
  // Makes a model that simulates the compiler predict for a machine with other caches than that of its training data.
  void setCaches(const simulation::Caches& caches) {
    if (model) model->description.caches = caches;
  }
  // Returns how the predicted cost of a whole configuration is converted to its score.
  model::Scale scale() const { return model ? model->description.scale : model::Scale::kIdentity; }
};

// Loads the ranker `model`: "analytical" (the analytical cost model), or the folder of a training run or exported
// model. Error: no such folder, or a damaged model; `place` receives the path of the faulty file.
Result<Ranker> loadRanker(const std::string& model, std::string* place);

// Loads the model `requested` as loadRanker does; "" requests the published model (rank::publishedModel). If there is
// no published model, returns the analytical cost model. If this build cannot use the published model, does the same
// and prints a message. Error: the requested model cannot be loaded; `place` receives the path of the faulty file.
Result<Ranker> selectRanker(const std::string& requested, bool hasModule, std::string* place);

// Computes tables of costs: of each layout of each configurable tensor (a row of the layout table) and, if the model
// has pair costs, of each pair of such rows of neighbouring tensors. For a model of simulated loops, the value of a row
// is the score of the configuration in which only this tensor has another layout. Errors: array shapes do not fit the
// network, the output is not finite, or the model only scores whole configurations (early-join, late-join).
Result<model::Tables> computeTables(const Ranker& ranker, const configs::Problem& problem,
                                    const model::AnalyticalCosts& analytical);

// Makes the scorer of a model that runs no network per configuration: one with tables of costs, the analytical cost
// model, or one that simulates the compiler. `problem` and `analytical` must outlive the scorer. Errors: those of
// computeTables, or the problem has no HLO module to simulate.
Result<std::unique_ptr<model::Scorer>> makeScorer(const Ranker& ranker, const configs::Problem& problem,
                                                  const model::AnalyticalCosts& analytical);

// Scores and ranks all layout configurations of a program, with any kind of layout model. `opened` and `analytical`
// must outlive the ranking. Errors: array shapes do not fit the network, scores are not finite, or the model ranks tile
// sizes or schedules. Cost: one forward pass; with an early- or late-join model, one per batch of configurations.
Result<session::Ranking> rankConfigurations(const Ranker& ranker, const session::Opened& opened,
                                            const model::AnalyticalCosts& analytical);

}  // namespace hlorank::evaluate
