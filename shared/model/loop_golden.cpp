#include "shared/model/loop_golden.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "shared/base/json.h"
#include "shared/simulation/simulator.h"

namespace hlorank::model {
namespace {

// Reads an input array of the golden example in model.json. Throws Json::exception if it is missing.
template <class T>
std::vector<T> inputOf(const Json& golden, const char* name) {
  return golden.at("inputs").at(name).at("data").get<std::vector<T>>();
}

}  // namespace

Result<double> goldenDifference(const Json& card, const LoopPrices& prices) {
  constexpr size_t kFeatures = simulation::kAccessFeatures;
  try {
    const Json& golden = card.at("golden");
    const auto access = inputOf<float>(golden, "access"), weight = inputOf<float>(golden, "weight");
    const auto work = inputOf<float>(golden, "work");
    const auto accessOf = inputOf<size_t>(golden, "accessOf"), configuration = inputOf<size_t>(golden, "configuration");
    const auto recorded = golden.at("scores").get<std::vector<double>>();
    const auto allBelow = [](const std::vector<size_t>& indices, size_t end) {
      return std::all_of(indices.begin(), indices.end(), [&](size_t index) { return index < end; });
    };
    if (recorded.empty() || recorded.size() != work.size() || accessOf.size() != weight.size() ||
        configuration.size() != weight.size() || !allBelow(accessOf, access.size() / kFeatures) ||
        !allBelow(configuration, work.size()))
      return Error{"golden: sizes or indices in the arrays of the example do not match", "train the model again"};
    // [configurations][networks] total cost of each configuration by each network.
    std::vector<std::vector<double>> totals;
    totals.reserve(work.size());
    for (const float one : work) totals.push_back(prices.priceOfWork(double(one)));
    for (size_t i = 0; i < weight.size(); ++i) {
      const auto price = prices.price(std::span(access).subspan(accessOf[i] * kFeatures, kFeatures));
      for (size_t m = 0; m < price.size(); ++m) totals[configuration[i]][m] += double(weight[i]) * price[m];
    }
    double largest = 0;
    for (size_t c = 0; c < recorded.size(); ++c) {
      const double error = std::abs(prices.score(totals[c]) - recorded[c]);
      if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
      largest = std::max(largest, error);
    }
    return largest;
  } catch (const Json::exception& error) {
    return Error{std::string("golden: cannot read the example: ") + error.what(), "train the model again"};
  }
}

}  // namespace hlorank::model
