// Predicts configurations from measured ones: Bayesian linear regression on sparse features (MacKay 1992), in dual
// form, so that its cost depends on the number of measurements, not of features.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "shared/base/random.h"

namespace hlorank::search {

// A sparse feature vector: (index, value) of the nonzero features, by ascending index.
using Features = std::vector<std::pair<uint32_t, double>>;

// Prior of the weights: the weight of feature f is normal with mean 0 and variance share[f] · scale². Each family of
// features has one scale. Scales and noise are selected by maximum marginal likelihood.
struct Prior {
  std::vector<double> share;                // [features] relative variance
  std::vector<uint8_t> family;              // [features] family index
  std::vector<std::vector<double>> scales;  // [families] candidate scales, at least one each
  std::vector<double> noises;               // candidate standard deviations of the measurement noise
};

class Surrogate {
 public:
  explicit Surrogate(Prior prior);

  // Fits to n measurements and discards previous ones. O(n² · features per point + candidate scales · n³).
  void fit(std::vector<Features> points, std::vector<double> values);

  double mean(const Features& point) const;
  // Returns the posterior mean of every weight, [features]; mean(x) is the dot product of these and x.
  std::vector<double> weights() const;
  // Samples `count` functions from the posterior, evaluated at the points: [count][points]. O(points² · n + points³).
  std::vector<std::vector<double>> sample(const std::vector<Features>& points, size_t count, Random& random) const;

  double noise() const { return noise_; }
  double scale(size_t family) const { return scale_[family]; }

 private:
  double kernel(const Features& a, const Features& b, size_t family) const;
  double kernel(const Features& a, const Features& b) const;
  // Factorizes for the current scales and noise; returns the log marginal likelihood up to a constant.
  double condition(const std::vector<std::vector<double>>& kernels);

  Prior prior_;
  std::vector<double> scale_;
  double noise_;
  std::vector<Features> points_;
  std::vector<double> values_;
  std::vector<double> factor_;  // [n, n] lower Cholesky factor of kernel + noise²
  std::vector<double> dual_;    // [n] (kernel + noise²)⁻¹ values
};

}  // namespace hlorank::search
