#include "shared/model/loop_prices.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "shared/simulation/simulator.h"

namespace hlorank::model {
namespace {

constexpr size_t kInputs = simulation::kAccessFeatures;

// Returns ReLU(weight · x + bias). `weight` is [outputs, inputs].
std::vector<float> hiddenLayer(const std::vector<float>& weight, const std::vector<float>& bias,
                               std::span<const float> x) {
  std::vector<float> out(bias);
  for (size_t o = 0; o < out.size(); ++o) {
    const float* row = weight.data() + o * x.size();
    for (size_t i = 0; i < x.size(); ++i) out[o] += row[i] * x[i];
    out[o] = std::max(out[o], 0.0f);
  }
  return out;
}

}  // namespace

Result<LoopPrices> LoopPrices::make(const Weights& weights, int members) {
  LoopPrices prices;
  std::string wrong;
  for (int m = 0; m < members; ++m) {
    const std::string prefix = members == 1 ? "" : "member" + std::to_string(m) + ".";
    // Returns the weight with the name `name`, which must have `size` values. Size 0 accepts any number of values.
    const auto take = [&](const std::string& name, size_t size) {
      const Weight* found = find(weights, prefix + name);
      const bool fits =
          found && (size == 0 || found->values.size() == size) &&
          std::all_of(found->values.begin(), found->values.end(), [](float v) { return std::isfinite(v); });
      if (!fits && wrong.empty()) wrong = prefix + name;
      return fits ? found->values : std::vector<float>(std::max<size_t>(size, 1));
    };
    Member member;
    member.shift = take("access.shift", kInputs);
    member.scale = take("access.scale", kInputs);
    member.firstBias = take("price.first.bias", 0);
    const size_t width = member.firstBias.size();
    member.first = take("price.first.weight", width * kInputs);
    member.secondBias = take("price.second.bias", width);
    member.second = take("price.second.weight", width * width);
    member.last = take("price.weight", width);
    member.lastBias = take("price.bias", 1)[0];
    member.work = take("work", 1)[0];
    member.temperature = take("temperature", 1)[0];
    prices.members_.push_back(std::move(member));
  }
  if (!wrong.empty())
    return Error{"the weight " + wrong + " is missing, has the wrong shape or is not finite",
                 "export the model again with this version of hlorank"};
  return prices;
}

std::vector<double> LoopPrices::price(std::span<const float> inputs) const {
  std::vector<double> prices;
  std::vector<float> x(kInputs);
  for (const Member& m : members_) {
    for (size_t i = 0; i < kInputs; ++i)
      x[i] = std::clamp((inputs[i] - m.shift[i]) * m.scale[i], -kLargestAccessInput, kLargestAccessInput);
    const std::vector<float> hidden = hiddenLayer(m.second, m.secondBias, hiddenLayer(m.first, m.firstBias, x));
    float logPrice = m.lastBias;
    for (size_t i = 0; i < hidden.size(); ++i) logPrice += m.last[i] * hidden[i];
    prices.push_back(std::exp(double(std::clamp(logPrice, -kLargestLogPrice, kLargestLogPrice))));
  }
  return prices;
}

std::vector<double> LoopPrices::priceOfWork(double work) const {
  std::vector<double> prices;
  for (const Member& m : members_) prices.push_back(std::exp(double(m.work)) * work);
  return prices;
}

double LoopPrices::score(double total, size_t member) const {
  return double(kLoopScoreUnit) * std::exp(double(members_[member].temperature)) * std::log1p(total);
}

double LoopPrices::score(std::span<const double> totals) const {
  double sum = 0;
  for (size_t m = 0; m < members_.size(); ++m) sum += score(totals[m], m);
  return sum / double(members_.size());
}

}  // namespace hlorank::model
