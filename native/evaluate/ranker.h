// Whoever ranks: a model from a folder, or physics alone.
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
  std::optional<model::Model> model;  // none: h2
  std::string name = kAnalytical, title = "analytical model";

  model::Aggregation aggregation() const { return model ? model->description.aggregation : model::Aggregation::kSum; }
  model::Scale scale() const { return model ? model->description.scale : model::Scale::kIdentity; }
};

// "analytical", or the folder of a run or of an exported model. `place` receives the file an error is about.
Result<Ranker> loadRanker(const std::string& model, std::string* place);

// The folder of the published model beside the program (web/public/models/calibrated of the repository it was built
// in), or empty when there is none.
std::string publishedModel();

// What commands say where there is none that fits.
inline constexpr char kNoPublishedModel[] =
    "no published model that fits beside the program (web/public/models/calibrated), so the analytical model ranks; "
    "name a model "
    "with --model";

// Error: a score that is not finite: it has no place in an order.
Result<bool> checkScores(std::span<const float> scores);

// Error: arrays that do not fit, an answer that is not finite, or a model that does not score by tables alone.
Result<model::Tables> tablesBy(const Ranker& ranker, const session::Opened& opened,
                               const model::AnalyticalCosts& analytical);

// Every configuration of a program ranked, whatever the network. Both must outlive the ranking. Errors: arrays that do
// not fit, or a model of tiles. Cost: see model::scoresBy.
Result<session::Ranking> rankingBy(const Ranker& ranker, const session::Opened& opened,
                                   const model::AnalyticalCosts& analytical);

}  // namespace hlorank::evaluate
