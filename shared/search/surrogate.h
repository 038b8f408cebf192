// What measured configurations tell about others: Bayesian linear regression on sparse features (MacKay 1992), in dual
// form, so that it costs by the number of measurements and not of features.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "shared/base/random.h"

namespace hlorank::search {

// Features that are not 0, by ascending index.
using Features = std::vector<std::pair<uint32_t, double>>;

// Prior of the weights: a feature's weight has mean 0 and variance share[f] · scale², where the scale belongs to the
// feature's family and is found from the measurements by the marginal likelihood, and so is the noise.
struct Prior {
  std::vector<double> share;                // [features]
  std::vector<uint8_t> family;              // [features]
  std::vector<std::vector<double>> scales;  // [families] the values to choose from, one each at least
  std::vector<double> noises;               // standard deviations to choose from
};

class Surrogate {
 public:
  explicit Surrogate(Prior prior);

  // Replaces what was there. O(n² · features of a point + choices of scales · n³).
  void fit(std::vector<Features> points, std::vector<double> values);

  double mean(const Features& point) const;
  // The posterior means of all weights: mean(x) is their sum over the features of x.
  std::vector<double> weights() const;
  // `draws` functions from the posterior, at the points: [draws][points]. O(points² · n + points³).
  std::vector<std::vector<double>> sample(const std::vector<Features>& points, size_t draws, Random& random) const;

  double noise() const { return noise_; }
  double scale(size_t family) const { return scale_[family]; }

 private:
  double kernel(const Features& a, const Features& b, size_t family) const;
  double kernel(const Features& a, const Features& b) const;
  // Factorises with the present scales; gives the log marginal likelihood.
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
