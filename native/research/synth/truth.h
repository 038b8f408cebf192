// Ground-truth and measured (noisy) times of synthetic configurations, and the best accuracy that a ranking can attain
// against the noisy times.
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
  double factor();  // returns the next random factor

 private:
  double noise_;
  Random random_;
};

// Accuracy of the ranking by ground-truth times, judged by the measured times. A model exceeds it only by chance. NaN
// if all measured times are equal.
struct AttainableAccuracy {
  double tau = 0;           // Kendall's tau-b
  double pairAccuracy = 0;  // fraction of pairs in the right order, of pairs whose measured times differ
};
// Computes the accuracy of the ranking by times.noiseless, judged by times.noisy.
AttainableAccuracy computeAttainable(const Times& times);
// Computes the accuracy of the ranking by the ground-truth costs `known` (lower is faster), judged by the measured
// times `noisy`; both are [configurations].
AttainableAccuracy computeAttainable(std::span<const double> known, std::span<const double> noisy);

}  // namespace hlorank::synth
