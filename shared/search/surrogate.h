// Learns a function of configurations, such as the logarithm of the run time, from measured configurations and predicts
// it for others (a surrogate model). Uses Bayesian linear regression on sparse features (MacKay 1992) in dual (kernel)
// form, so that its cost grows with the number of measurements, not of features.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "shared/base/random.h"

namespace hlorank::search {

// A sparse feature vector: pairs (feature index, value) of the nonzero features, by ascending index.
using Features = std::vector<std::pair<uint32_t, double>>;

// Prior distribution of the weights of a Bayesian linear regression. Features are divided into families. The weight of
// feature f is normal with mean 0 and variance share[f] · scale², where `scale` is common to a family. Surrogate::fit
// selects scales and noise from candidates by maximum marginal likelihood.
struct Prior {
  std::vector<double> share;                // [features] variance of each weight divided by scale²
  std::vector<uint8_t> family;              // [features] number of the family that each feature is in
  std::vector<std::vector<double>> scales;  // [families][candidates] scales to choose from, at least one per family
  std::vector<double> noises;               // candidate standard deviations of the measurement noise, at least one
};

// A Bayesian linear regression model of measurements. Before `fit`, its mean is 0 everywhere.
class Surrogate {
 public:
  explicit Surrogate(Prior prior);

  // Fits the model to n measurements, of which number i is values[i] at the feature vector points[i]. Replaces earlier
  // measurements. O(n² · nonzero features per point + candidates · n³).
  void fit(std::vector<Features> points, std::vector<double> values);

  // Predicts the value at a feature vector, as the posterior mean. O(n · nonzero features) for n measurements.
  double mean(const Features& point) const;
  // Returns the posterior mean of every weight, [features]. mean(x) is the dot product of these weights with x.
  std::vector<double> weights() const;
  // Samples `count` functions from the posterior and returns their values at the points, [count][points]. O(points² · n
  // + points³ + count · points²), where n is the number of measurements.
  std::vector<std::vector<double>> sample(const std::vector<Features>& points, size_t count, Random& random) const;

  double noise() const { return noise_; }  // standard deviation of the measurement noise that `fit` selected
  double scale(size_t family) const { return scale_[family]; }  // scale that `fit` selected for a family of features

 private:
  double kernel(const Features& a, const Features& b, size_t family) const;
  double kernel(const Features& a, const Features& b) const;
  // Computes factor_ and dual_ for the current scale_ and noise_. Returns the log marginal likelihood of the n
  // measurements, up to a constant. `kernels`, [families][n · n], has the kernel matrices of the measured points at
  // scale 1.
  double condition(const std::vector<std::vector<double>>& kernels);

  Prior prior_;
  std::vector<double> scale_;
  double noise_;
  std::vector<Features> points_;
  std::vector<double> values_;
  // [n, n] lower Cholesky factor of K + noise² · I, where K is the kernel matrix of the n points.
  std::vector<double> factor_;
  std::vector<double> dual_;  // [n] (K + noise² · I)⁻¹ · values, where K is the kernel matrix of the n points
};

}  // namespace hlorank::search
