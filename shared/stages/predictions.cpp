#include "shared/stages/predictions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hlorank::stages {

Result<Predictions> predictByHalide(const HalideWeights& weights, const Problem& problem, int cores) {
  const auto stages = halideStageCosts(weights, problem, cores);
  if (!stages) return stages.error();
  Predictions predictions;
  for (size_t c = 0; c < problem.count; ++c) {
    double sum = 0;
    for (size_t stage = 0; stage < problem.stageCount(); ++stage) {
      const double cost = (*stages)[c * problem.stageCount() + stage];
      sum += cost;
      predictions.times.push_back(static_cast<float>(std::log(cost)));
    }
    predictions.halide.push_back(sum);
    predictions.scores.push_back(static_cast<float>(std::log(sum)));
  }
  return predictions;
}

Predictions measuredOrder(const Problem& problem) {
  Predictions predictions;
  for (const double time : problem.runtimes)
    predictions.scores.push_back(time > 0 ? static_cast<float>(std::log(time)) : INFINITY);
  return predictions;
}

std::vector<uint32_t> orderOf(const Problem& problem, std::span<const float> scores) {
  std::vector<uint32_t> order(problem.count);
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return scores[a] < scores[b]; });
  return order;
}

std::vector<double> sharesOf(const Problem& problem, const Predictions& predictions, size_t configuration) {
  std::vector<double> shares;
  if (predictions.times.empty()) return shares;
  for (size_t stage = 0; stage < problem.stageCount(); ++stage) {
    const auto time = double(predictions.times[configuration * problem.stageCount() + stage]);
    shares.push_back(std::exp(time - double(predictions.scores[configuration])));
  }
  return shares;
}

}  // namespace hlorank::stages
