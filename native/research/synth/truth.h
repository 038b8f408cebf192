// Ground-truth (noiseless) and measured (noisy) times of synthetic configurations, and the best accuracy that a ranking
// can attain against the noisy times.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/random.h"

namespace hlorank::synth {

// Times of a program's configurations in ns, each [configurations].
struct Times {
  std::vector<int64_t> noiseless, noisy;  // ground truth; the same with measurement noise
};

// Generates multiplicative measurement noise: random factors max(1/2, 1 + noise · N(0, 1)).
class Noise {
 public:
  Noise(double noise, uint64_t seed) : noise_(noise), random_(seed) {}
  double factor();  // samples and returns the next factor

 private:
  double noise_;
  Random random_;
};

// The accuracy of a ranking by ground-truth times against the measured times. Only by chance can a model be more
// accurate. NaN if all measured times are equal.
struct AttainableAccuracy {
  double tau = 0;  // Kendall's tau-b of ground-truth and measured times
  // Fraction of pairs of configurations in the right order, of the pairs whose measured times differ.
  double pairAccuracy = 0;
};
// Computes the accuracy of the ranking by times.noiseless against the measured times.noisy.
AttainableAccuracy computeAttainable(const Times& times);
// Computes the accuracy of the ranking by the ground-truth costs `known` (lower is faster) against the measured times
// `noisy`; both are [configurations].
AttainableAccuracy computeAttainable(std::span<const double> known, std::span<const double> noisy);

}  // namespace hlorank::synth
