// Ground-truth and measured times of synthetic configurations, and the ranking accuracy attainable on the measured
// ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/random.h"

namespace hlorank::synth {

// Times of a program's configurations in ns, each [configurations].
struct Times {
  std::vector<int64_t> noiseless, noisy;  // ground truth; measured
};

// Generates multiplicative measurement noise: max(1/2, 1 + noise · N(0, 1)).
class Noise {
 public:
  Noise(double noise, uint64_t seed) : noise_(noise), random_(seed) {}
  double factor();  // the next random factor

 private:
  double noise_;
  Random random_;
};

// Accuracy of ranking by the ground-truth times, against the measured times. A model exceeds it only by chance. NaN:
// all measured times are equal.
struct AttainableAccuracy {
  double tau = 0;           // Kendall's tau-b
  double pairAccuracy = 0;  // fraction of pairs in the right order, of pairs whose measured times differ
};
// Computes the accuracy of ranking by times.noiseless against times.noisy.
AttainableAccuracy computeAttainable(const Times& times);
// Computes the accuracy of ranking by `known` (lower is faster) against the measured times `noisy`, both
// [configurations].
AttainableAccuracy computeAttainable(std::span<const double> known, std::span<const double> noisy);

}  // namespace hlorank::synth
