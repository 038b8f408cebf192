#include "native/rank/ranked.h"

#include "shared/base/finite.h"
#include "shared/model/loop_golden.h"

namespace hlorank::rank {

bool isAnalytical(const std::string& model) {
  return model == "analytical";
}

Result<Ranked> rankAnalytically(const session::Opened& opened, const model::AnalyticalCosts& analytical) {
  auto ranking = finished(session::rankAnalytically(opened, analytical));
  if (!ranking) return ranking.error();
  return Ranked{std::move(*ranking), {"analytical", "analytical model", {}}};
}

Result<Ranked> rankBySimulation(const ModelFiles& files, const session::Opened& opened, std::string* place) {
  const std::string program = *place;
  *place = files.networkPath;
  const auto weights = model::readWeights(files.network);
  if (!weights) return weights.error();
  const auto prices = model::LoopPrices::make(*weights, files.card.loopNetworks);
  if (!prices) return prices.error();
  const auto difference = model::goldenDifference(files.json, *prices);
  if (!difference) return difference.error();
  if (const auto same = checkDifference(*difference, files.json, kToleranceElsewhere); !same) return same.error();
  *place = program;
  auto scorer = model::LoopScorer::make(opened, *weights, files.card.loopNetworks, files.card.rules);
  if (!scorer) return scorer.error();
  auto ranking = finished(session::Ranking(opened, std::move(*scorer)));
  if (!ranking) return ranking.error();
  return Ranked{std::move(*ranking),
                {files.card.name, files.card.title, files.card.confidence},
                wasTrainedOn(files.json, program)};
}

Result<session::Ranking> finished(session::Ranking ranking) {
  while (ranking.step(1 << 16)) {
  }
  if (const auto finite = checkScores(ranking.scores()); !finite) return finite.error();
  return ranking;
}

Result<bool> checkScores(std::span<const float> scores) {
  const size_t wrong = findNonFinite(scores);
  if (wrong == scores.size()) return true;
  return Error{"the score of configuration " + std::to_string(wrong) + " is " + std::to_string(scores[wrong]) +
                   ", expected a finite number",
               kNotFiniteHelp};
}

}  // namespace hlorank::rank
