#include "native/research/synth/truth.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "shared/metrics/ranking.h"

namespace hlorank::synth {

double Noise::factor() {
  const double radius = std::sqrt(-2 * std::log(1 - random_.uniform()));
  const double normal = radius * std::cos(2 * std::numbers::pi * random_.uniform());
  return std::max(.5, 1 + noise_ * normal);
}

AttainableAccuracy computeAttainable(std::span<const double> known, std::span<const double> noisy) {
  const std::vector<float> ranks = metrics::ranks(known);
  return {metrics::kendallTau(ranks, noisy), metrics::pairAccuracy(ranks, noisy)};
}

AttainableAccuracy computeAttainable(const Times& times) {
  const std::vector<double> noiseless(times.noiseless.begin(), times.noiseless.end());
  const std::vector<double> noisy(times.noisy.begin(), times.noisy.end());
  return computeAttainable(noiseless, noisy);
}

}  // namespace hlorank::synth
