// A ranker: a trained model loaded from a folder, or the analytical cost model.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "native/model/model.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::evaluate {

inline constexpr const char* kAnalytical = "analytical";

struct Ranker {
  std::optional<model::Model> model;  // nullopt: the analytical cost model
  std::string name = kAnalytical, title = "analytical model";

  model::Aggregation aggregation() const { return model ? model->description.aggregation : model::Aggregation::kSum; }
  model::Scale scale() const { return model ? model->description.scale : model::Scale::kIdentity; }
};

// `model`: "analytical", or the folder of a training run or of an exported model. `place` receives the file that an
// error is about.
Result<Ranker> loadRanker(const std::string& model, std::string* place);

// The folder of the published model: web/public/models/calibrated of the repository that contains the executable's
// build folder. Empty if it does not exist.
std::string publishedModel();

// The requested model; if none is requested, the published model; if there is none or this build cannot use it, the
// analytical cost model, after a note about why it cannot be used. Errors and `place`: those of loadRanker.
Result<Ranker> selectRanker(const std::string& requested, std::string* place);

// Notice for rankings without a published model.
inline constexpr char kNoPublishedModel[] =
    "no published model in web/public/models/calibrated that this build can use; ranked by the analytical cost model. "
    "Select another model with --model";

// Error: a score that is NaN or infinite.
Result<bool> checkScores(std::span<const float> scores);

// One score per row of the layout table (and per pair of rows, if the model has pairs). Errors: array shapes that do
// not fit the network, output that is not finite, an early-join or late-join model.
Result<model::Tables> computeTables(const Ranker& ranker, const configs::Problem& problem,
                                    const model::AnalyticalCosts& analytical);

// Ranks every configuration of a program, with any kind of layout model. `opened` and `analytical` must outlive the
// ranking. Errors: array shapes that do not fit the network, a model of tile sizes. Cost: see
// model::scoreConfigurations.
Result<session::Ranking> rankConfigurations(const Ranker& ranker, const session::Opened& opened,
                                            const model::AnalyticalCosts& analytical);

}  // namespace hlorank::evaluate
