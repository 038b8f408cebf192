#include "native/train/additive_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "native/data/times.h"
#include "shared/metrics/ranking.h"

namespace hlorank::train {
namespace {

using Vector = std::vector<double>;

// Penalties of the ridge regression to choose from. If p configurations use a layout, a penalty p about halves its
// learned cost.
constexpr double kPenalties[] = {.01, .1, 1, 10, 100, 1000};
constexpr int kFolds = 5;  // number of folds of the cross-validation
// The cross-validation uses at most this number of configurations; if there are more, evenly spaced ones.
constexpr uint32_t kMostCompared = 2000;
constexpr int kMostSteps = 500;  // most conjugate gradient steps
// Conjugate gradients stop at this norm of the residual, relative to that of the right-hand side.
constexpr double kPrecision = 1e-9;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// Design matrix A [configurations, columns] of the regression. Column j stands for a tensor and one of its layouts,
// whose cost is learned. Entry (c, j) is 1 if configuration c gives the tensor this layout, else 0.
class Design {
 public:
  Design(const Example& example, size_t columns)
      : columns_(columns), slots_(example.configurations->table.slots.size()) {
    const configs::Configurations& all = *example.configurations;
    const std::vector<int64_t>* freeRow = nullptr;
    for (const model::Tensor& input : *example.inputs)
      if (input.name == "freeRow") freeRow = &std::get<std::vector<int64_t>>(input.data);
    for (const uint32_t c : example.selected)
      for (size_t s = 0; s < slots_; ++s)
        column_.push_back(uint32_t((*freeRow)[all.table.rowBegin[s] + all.choice(c)[s]]));
  }

  // Returns A x for the configurations `some`, where A is the design matrix, minus its mean.
  Vector times(const Vector& x, const std::vector<uint32_t>& some) const {
    Vector sums;
    for (const uint32_t i : some) sums.push_back(sumOf(x, i));
    const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / double(std::max<size_t>(1, sums.size()));
    for (double& sum : sums) sum -= mean;
    return sums;
  }
  // Returns Aᵀ y, where A is the design matrix and y has a value for each of the configurations `some`.
  Vector transposedTimes(const Vector& y, const std::vector<uint32_t>& some) const {
    Vector sums(columns_ + 1);
    for (size_t i = 0; i < some.size(); ++i)
      for (size_t s = 0; s < slots_; ++s) sums[column_[some[i] * slots_ + s]] += y[i];
    sums.resize(columns_);  // drops the last column, which collects layouts without a learned cost
    return sums;
  }
  // Returns the entry of A x for one configuration, where A is the design matrix.
  double sumOf(const Vector& x, size_t configuration) const {
    double sum = 0;
    for (size_t s = 0; s < slots_; ++s)
      if (const uint32_t column = column_[configuration * slots_ + s]; column < columns_) sum += x[column];
    return sum;
  }

 private:
  size_t columns_, slots_;
  // [configurations, slots] Column of the layout that each configuration gives to each slot; columns_ if it has none.
  std::vector<uint32_t> column_;
};

// Minimises |A x − y|² + penalty · |x|² over the configurations `some` by conjugate gradients, starting at `x`. A is
// the design matrix. The mean of y must be 0.
Vector solve(const Design& design, const Vector& y, const std::vector<uint32_t>& some, double penalty, Vector x) {
  const auto normal = [&](const Vector& v) {
    Vector product = design.transposedTimes(design.times(v, some), some);
    for (size_t i = 0; i < v.size(); ++i) product[i] += penalty * v[i];
    return product;
  };
  const Vector right = design.transposedTimes(y, some), start = normal(x);
  Vector residual(x.size());
  for (size_t i = 0; i < x.size(); ++i) residual[i] = right[i] - start[i];
  Vector direction = residual;
  double squared = dot(residual, residual);
  const double tolerance = kPrecision * kPrecision * dot(right, right);
  for (int step = 0; step < kMostSteps && squared > tolerance; ++step) {
    const Vector product = normal(direction);
    const double length = squared / dot(direction, product);
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] += length * direction[i];
      residual[i] -= length * product[i];
    }
    const double next = dot(residual, residual);
    for (size_t i = 0; i < x.size(); ++i) direction[i] = residual[i] + next / squared * direction[i];
    squared = next;
  }
  return x;
}

// Returns y[i] for each i in `some`, minus their mean, and writes that mean to `mean`.
Vector centred(const Vector& y, const std::vector<uint32_t>& some, double* mean) {
  Vector values;
  for (const uint32_t i : some) values.push_back(y[i]);
  *mean = std::accumulate(values.begin(), values.end(), 0.0) / double(std::max<size_t>(1, values.size()));
  for (double& value : values) value -= *mean;
  return values;
}

// What the regression predicts, one number per configuration.
struct Target {
  // (run time / mean run time) or log(run time), minus the analytical cost.
  Vector values;
  Vector analytical;  // analytical cost, as a fraction of the program's run time
};

// Cross-validates the ridge regression with `penalty`. Returns the mean Kendall's tau between predictions and `times`
// on the held-out folds. `columns` is the number of learned costs.
double crossValidate(const Design& design, const Target& target, double penalty, size_t columns, const Vector& times) {
  const Vector& y = target.values;
  double tau = 0;
  const uint32_t stride = std::max<uint32_t>(1, (uint32_t(y.size()) + kMostCompared - 1) / kMostCompared);
  for (int fold = 0; fold < kFolds; ++fold) {
    std::vector<uint32_t> training, heldOut;
    for (uint32_t i = 0; i < y.size(); i += stride)
      (int(i / stride % kFolds) == fold ? heldOut : training).push_back(i);
    double mean = 0;
    const Vector values = centred(y, training, &mean);
    const Vector x = solve(design, values, training, penalty, Vector(columns));
    std::vector<float> scores;
    std::vector<double> measured;
    for (const uint32_t i : heldOut) {
      scores.push_back(float(design.sumOf(x, i) + target.analytical[i]));
      measured.push_back(times[i]);
    }
    const double foldTau = metrics::kendallTau(scores, measured);
    if (std::isfinite(foldTau)) tau += foldTau / kFolds;
  }
  return tau;
}

}  // namespace

void fitFreeTerms(const model::Description& description, const Example& example, model::Parameters& parameters) {
  model::Parameter* free = model::find(parameters, "free");
  if (free == nullptr || example.selected.size() < 2) return;
  const size_t columns = free->values.size();
  const Design design(example, columns);
  const configs::Configurations& all = *example.configurations;
  const std::vector<double> times = data::timesOf(&all, nullptr, example.selected);
  const double meanTime = std::accumulate(times.begin(), times.end(), 0.0) / double(times.size());
  Target logarithms, fractions;
  for (size_t i = 0; i < times.size(); ++i) {
    double analytical = 0;
    for (size_t s = 0; s < all.table.slots.size(); ++s) {
      const auto& terms = example.analytical->terms[all.table.rowBegin[s] + all.choice(example.selected[i])[s]];
      analytical += double(terms[0]) + terms[1] + terms[2];
    }
    logarithms.values.push_back(std::log(times[i]) - analytical);
    logarithms.analytical.push_back(analytical);
    fractions.values.push_back(times[i] / meanTime - analytical);
  }
  fractions.analytical = logarithms.analytical;
  const Target* target = nullptr;
  double penalty = 0, best = -INFINITY;
  for (const Target* one : {&logarithms, &fractions})
    for (const double weight : kPenalties)
      if (const double tau = crossValidate(design, *one, weight, columns, times); tau > best)
        target = one, penalty = weight, best = tau;
  std::vector<uint32_t> everything(times.size());
  std::iota(everything.begin(), everything.end(), 0u);
  double mean = 0;
  const Vector values = centred(target->values, everything, &mean);
  const Vector x = solve(design, values, everything, penalty, Vector(columns));
  for (size_t i = 0; i < columns; ++i) free->values[i] = float(description.gain * x[i]);
}

}  // namespace hlorank::train
