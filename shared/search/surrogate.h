// Surrogate model: learns a function of configurations, such as the logarithm of the run time, from measured ones, and
// predicts it for others. Bayesian linear regression on sparse features (MacKay 1992), in dual (kernel) form, so that
// its cost grows with the number of measurements, not of features.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "shared/base/random.h"

namespace hlorank::search {

// A sparse feature vector: (feature index, value) of the nonzero features, by ascending index.
using Features = std::vector<std::pair<uint32_t, double>>;

// Prior of the weights: the weight of feature f is normal with mean 0 and variance share[f] · scale², where `scale` is
// that of the weight's family (a group of features with a common scale). `fit` selects the scales and the noise from
// candidates by maximum marginal likelihood.
struct Prior {
  std::vector<double> share;                // [features] variance of the weight / scale²
  std::vector<uint8_t> family;              // [features] number of the feature's family
  std::vector<std::vector<double>> scales;  // [families][candidates] scales to choose from, at least one per family
  std::vector<double> noises;               // candidate standard deviations of the measurement noise, at least one
};

// The regression model. Before `fit` its mean is 0 everywhere.
class Surrogate {
 public:
  explicit Surrogate(Prior prior);

  // Fits the model to n measurements, values[i] at points[i]. Replaces earlier measurements. O(n² · nonzero features
  // per point + candidates · n³).
  void fit(std::vector<Features> points, std::vector<double> values);

  // Returns the posterior mean at a point. O(n · nonzero features).
  double mean(const Features& point) const;
  // Returns the posterior mean of every weight, [features]; mean(x) is their dot product with x.
  std::vector<double> weights() const;
  // Samples `count` functions from the posterior and returns their values at the points, [count][points]. O(points² · n
  // + points³ + count · points²), n = measurements.
  std::vector<std::vector<double>> sample(const std::vector<Features>& points, size_t count, Random& random) const;

  double noise() const { return noise_; }                       // standard deviation selected by `fit`
  double scale(size_t family) const { return scale_[family]; }  // scale of a family selected by `fit`

 private:
  double kernel(const Features& a, const Features& b, size_t family) const;
  double kernel(const Features& a, const Features& b) const;
  // Computes factor_ and dual_ for the current scale_ and noise_ and returns the log marginal likelihood up to a
  // constant. `kernels`: [families][n · n] kernel matrices at scale 1.
  double condition(const std::vector<std::vector<double>>& kernels);

  Prior prior_;
  std::vector<double> scale_;
  double noise_;
  std::vector<Features> points_;
  std::vector<double> values_;
  std::vector<double> factor_;  // [n, n] lower Cholesky factor of K + noise² · I; K: kernel matrix of n points
  std::vector<double> dual_;    // [n points] (K + noise² · I)⁻¹ · values; K: kernel matrix
};

}  // namespace hlorank::search
