// A loop network (native/model/loop_network.h) in plain C++: prices memory accesses of loops without LibTorch or ONNX
// Runtime, for the page and the command line.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/loop_inputs.h"
#include "shared/model/weights.h"

namespace hlorank::model {

// Standardised features, and logarithms of prices, are clamped to plus or minus these.
inline constexpr float kLargestAccessInput = 4, kLargestLogPrice = 8;
inline constexpr float kLoopScoreUnit = 10;  // score of a total cost of e, at temperature 0

class LoopPrices {
 public:
  // Takes the weights of an ensemble of `members` networks. Error: names a weight that is missing, has the wrong shape
  // or is not finite.
  static Result<LoopPrices> make(const Weights& weights, int members);

  size_t members() const { return members_.size(); }
  // Returns the price of one access, [members], from its simulation::kAccessFeatures features.
  std::vector<double> price(std::span<const float> inputs) const;
  // Returns the cost, [members], of the dots and convolutions (LoopInputs::work).
  std::vector<double> priceOfWork(double work) const;
  // Returns the absolute score of a configuration (LoopScorer subtracts that of the program layouts) from its total
  // costs, [members]: the mean over the networks of 10·e^temperature · log(1 + total).
  double score(std::span<const double> totals) const;
  // Returns the score that network `member` gives.
  double score(double total, size_t member) const;

 private:
  struct Member {
    std::vector<float> shift, scale;        // [inputs]
    std::vector<float> first, firstBias;    // [width, inputs], [width]
    std::vector<float> second, secondBias;  // [width, width], [width]
    std::vector<float> last;                // [width]
    float lastBias = 0, work = 0, temperature = 0;
  };
  std::vector<Member> members_;
};

}  // namespace hlorank::model
