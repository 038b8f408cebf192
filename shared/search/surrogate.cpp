#include "shared/search/surrogate.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace hlorank::search {
namespace {

// Replaces the lower triangle of a positive definite [n, n] matrix by its Cholesky factor. Rounding errors can make a
// pivot smaller than `least`; it is then raised to `least`.
void factorise(std::vector<double>& matrix, size_t n, double least) {
  for (size_t i = 0; i < n; ++i) {
    double* rowI = matrix.data() + i * n;
    for (size_t j = 0; j <= i; ++j) {
      const double* rowJ = matrix.data() + j * n;
      double sum = rowI[j];
      for (size_t k = 0; k < j; ++k) sum -= rowI[k] * rowJ[k];
      rowI[j] = i == j ? std::sqrt(std::max(sum, least)) : sum / rowJ[j];
    }
  }
}

// Solves factor · x = b in place. `factor` is a lower triangular [n, n] matrix, and b has n values.
void solveLower(const std::vector<double>& factor, size_t n, double* b) {
  for (size_t i = 0; i < n; ++i) {
    const double* row = factor.data() + i * n;
    double sum = b[i];
    for (size_t k = 0; k < i; ++k) sum -= row[k] * b[k];
    b[i] = sum / row[i];
  }
}

// Solves factorᵀ · x = b in place. `factor` is a lower triangular [n, n] matrix, and b has n values.
void solveUpper(const std::vector<double>& factor, size_t n, double* b) {
  for (size_t i = n; i-- > 0;) {
    b[i] /= factor[i * n + i];
    for (size_t k = 0; k < i; ++k) b[k] -= factor[i * n + k] * b[i];
  }
}

// Returns a sample of the standard normal distribution (Box–Muller transform).
double sampleNormal(Random& random) {
  constexpr double kTwoPi = 6.283185307179586;
  const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
  return radius * std::cos(kTwoPi * random.uniform());
}

}  // namespace

Surrogate::Surrogate(Prior prior) : prior_(std::move(prior)), noise_(prior_.noises.at(0)) {
  for (const std::vector<double>& scales : prior_.scales) scale_.push_back(scales.at(0));
}

double Surrogate::kernel(const Features& a, const Features& b, size_t family) const {
  double sum = 0;
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i].first == b[j].first) {
      const uint32_t f = a[i].first;
      if (prior_.family[f] == family) sum += prior_.share[f] * a[i].second * b[j].second;
      ++i, ++j;
    } else {
      ++(a[i].first < b[j].first ? i : j);
    }
  }
  return sum;
}

double Surrogate::kernel(const Features& a, const Features& b) const {
  double sum = 0;
  for (size_t family = 0; family < scale_.size(); ++family)
    sum += scale_[family] * scale_[family] * kernel(a, b, family);
  return sum;
}

double Surrogate::condition(const std::vector<std::vector<double>>& kernels) {
  const size_t n = points_.size();
  factor_.assign(n * n, 0);
  for (size_t family = 0; family < kernels.size(); ++family) {
    const double square = scale_[family] * scale_[family];
    for (size_t i = 0; i < n * n; ++i) factor_[i] += square * kernels[family][i];
  }
  for (size_t i = 0; i < n; ++i) factor_[i * n + i] += noise_ * noise_;
  factorise(factor_, n, noise_ * noise_ * 1e-3);
  dual_ = values_;
  solveLower(factor_, n, dual_.data());
  double likelihood = 0;
  for (size_t i = 0; i < n; ++i) likelihood -= .5 * dual_[i] * dual_[i] + std::log(factor_[i * n + i]);
  solveUpper(factor_, n, dual_.data());
  return likelihood;
}

void Surrogate::fit(std::vector<Features> points, std::vector<double> values) {
  assert(points.size() == values.size());
  points_ = std::move(points);
  values_ = std::move(values);
  const size_t n = points_.size(), families = scale_.size();
  std::vector<std::vector<double>> kernels(families, std::vector<double>(n * n));
  for (size_t family = 0; family < families; ++family) {
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j <= i; ++j)
        kernels[family][i * n + j] = kernels[family][j * n + i] = kernel(points_[i], points_[j], family);
    }
  }
  // Selects the scales and the noise by two rounds of coordinate ascent. No step lowers the marginal likelihood.
  double best = condition(kernels);
  auto improve = [&](double& setting, const std::vector<double>& choices) {
    double bestChoice = setting;
    for (const double choice : choices) {
      if (choice == bestChoice) continue;
      setting = choice;
      const double likelihood = condition(kernels);
      if (likelihood > best) best = likelihood, bestChoice = choice;
    }
    setting = bestChoice;
  };
  for (int round = 0; round < 2; ++round) {
    for (size_t family = 0; family < families; ++family) improve(scale_[family], prior_.scales[family]);
    improve(noise_, prior_.noises);
  }
  condition(kernels);
}

double Surrogate::mean(const Features& point) const {
  double sum = 0;
  for (size_t i = 0; i < points_.size(); ++i) sum += dual_[i] * kernel(point, points_[i]);
  return sum;
}

std::vector<double> Surrogate::weights() const {
  std::vector<double> weights(prior_.share.size(), 0);
  for (size_t i = 0; i < points_.size(); ++i) {
    for (const auto& [feature, value] : points_[i]) weights[feature] += dual_[i] * value;
  }
  for (size_t f = 0; f < weights.size(); ++f) {
    const double scale = scale_[prior_.family[f]];
    weights[f] *= prior_.share[f] * scale * scale;
  }
  return weights;
}

std::vector<std::vector<double>> Surrogate::sample(const std::vector<Features>& points, size_t count,
                                                   Random& random) const {
  const size_t n = points_.size(), m = points.size();
  std::vector<double> means(m, 0), reduced(m * n), covariance(m * m);
  for (size_t i = 0; i < m; ++i) {
    for (size_t k = 0; k < n; ++k) {
      reduced[i * n + k] = kernel(points[i], points_[k]);
      means[i] += dual_[k] * reduced[i * n + k];
    }
    solveLower(factor_, n, reduced.data() + i * n);
  }
  for (size_t i = 0; i < m; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      double sum = kernel(points[i], points[j]);
      for (size_t k = 0; k < n; ++k) sum -= reduced[i * n + k] * reduced[j * n + k];
      covariance[i * m + j] = sum + (i == j ? 1e-10 : 0);
    }
  }
  factorise(covariance, m, 1e-12);
  std::vector<std::vector<double>> samples(count, means);
  std::vector<double> normals(m);
  for (std::vector<double>& sampled : samples) {
    for (double& value : normals) value = sampleNormal(random);
    for (size_t i = 0; i < m; ++i) {
      for (size_t k = 0; k <= i; ++k) sampled[i] += covariance[i * m + k] * normals[k];
    }
  }
  return samples;
}

}  // namespace hlorank::search
