// True times, what a measurement makes of them, and how well the one can be told from the other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/random.h"

namespace hlorank::synth {

// Times of a program's configurations, in ns.
struct Times {
  std::vector<int64_t> noiseless, noisy;
};

// A measurement's factor: 1 + noise * a standard normal number, never below 1/2.
class Noise {
 public:
  Noise(double noise, uint64_t seed) : noise_(noise), random_(seed) {}
  double factor();

 private:
  double noise_;
  Random random_;
};

// How well measured times can be ranked by someone who knows the true ones: no model can do better but by chance.
struct Reachable {
  double tau = 0;           // Kendall's tau-b
  double pairAccuracy = 0;  // of pairs whose measured times differ
};
Reachable reachable(const Times& times);
// The same for someone who knows something else about them.
Reachable reachable(std::span<const double> known, std::span<const double> noisy);

}  // namespace hlorank::synth
