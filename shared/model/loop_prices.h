// A loop network (native/model/loop_network.h) in plain C++, without LibTorch or ONNX Runtime, for the page and the
// command line. It predicts the price of a memory access of a loop, its cost per element. The total cost of a
// configuration is the sum of price × elements × executions over its accesses, plus the cost of its dots and
// convolutions. Costs have no unit: only their order matters.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/loop_inputs.h"
#include "shared/model/weights.h"

namespace hlorank::model {

// Standardised features are clamped to ±kLargestAccessInput, logarithms of prices to ±kLargestLogPrice.
inline constexpr float kLargestAccessInput = 4, kLargestLogPrice = 8;
inline constexpr float kLoopScoreUnit = 10;  // factor of log(1 + total) at temperature 0

class LoopPrices {
 public:
  // Takes the weights of an ensemble of `members` networks. Error: names a weight that is missing, has the wrong shape
  // or is not finite.
  static Result<LoopPrices> make(const Weights& weights, int members);

  size_t members() const { return members_.size(); }
  // Returns the price of one access by each network, [members]. `inputs`: its simulation::kAccessFeatures features.
  std::vector<double> price(std::span<const float> inputs) const;
  // Returns the cost of a program's dots and convolutions by each network, [members]. `work`: LoopInputs::work.
  std::vector<double> priceOfWork(double work) const;
  // Returns the score of a configuration by an ensemble of loop networks from its total cost by each of them, `totals`
  // [members]: the mean over the networks of 10·e^t · log(1 + total), where t is learned (`temperature`). This score is
  // absolute: LoopScorer subtracts that of the program layouts.
  double score(std::span<const double> totals) const;
  // Returns the score by network `member` alone, from the total cost by that network.
  double score(double total, size_t member) const;

 private:
  struct Member {
    std::vector<float> shift, scale;        // [inputs] standardise features: (feature − shift)·scale
    std::vector<float> first, firstBias;    // [width, inputs], [width]
    std::vector<float> second, secondBias;  // [width, width], [width]
    std::vector<float> last;                // [width]
    float lastBias = 0, work = 0, temperature = 0;
  };
  std::vector<Member> members_;
};

}  // namespace hlorank::model
