// A loop network (native/model/loop_network.h) in plain C++, without LibTorch or ONNX Runtime, for the page and the
// command line. It predicts the cost per element, called price, of each memory access in a loop. A configuration costs
// the sum of price × elements × executions over its accesses, plus the cost of its dots and convolutions. Costs have no
// unit; only their order matters.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/loop_inputs.h"
#include "shared/model/weights.h"

namespace hlorank::model {

// Bounds of values in the network. Standardised features are clamped to ±kLargestAccessInput. Logarithms of predicted
// costs per element are clamped to ±kLargestLogPrice.
inline constexpr float kLargestAccessInput = 4, kLargestLogPrice = 8;
inline constexpr float kLoopScoreUnit = 10;  // score per unit of log(1 + total cost) if the learned temperature t is 0

class LoopPrices {
 public:
  // Makes an ensemble of `members` networks from their weights. Error, which names the weight: a weight is missing, has
  // the wrong shape or is not finite.
  static Result<LoopPrices> make(const Weights& weights, int members);

  size_t members() const { return members_.size(); }
  // Returns the cost per element of one memory access, as predicted by each network, [members]. `inputs` are the
  // simulation::kAccessFeatures features of the access.
  std::vector<double> price(std::span<const float> inputs) const;
  // Returns the cost of a program's dots and convolutions, as predicted by each network, [members]. `work` is the
  // amount of their arithmetic, LoopInputs::work.
  std::vector<double> priceOfWork(double work) const;
  // Returns the score of a configuration from its total cost by each network, `totals` [members]. The score is the mean
  // over the networks of 10·e^t · log(1 + total), where t is learned (`temperature`). LoopScorer later subtracts from
  // it the score of the layouts written in the program.
  double score(std::span<const double> totals) const;
  // Returns the score that network number `member` of the ensemble gives to a configuration whose total cost, predicted
  // by the same network, is `total`.
  double score(double total, size_t member) const;

 private:
  struct Member {
    std::vector<float> shift, scale;        // [inputs] parameters that standardise features: (feature − shift)·scale
    std::vector<float> first, firstBias;    // [width, inputs] and [width]: first layer of the network
    std::vector<float> second, secondBias;  // [width, width] and [width]: second layer
    std::vector<float> last;                // [width] weights of the output layer
    float lastBias = 0, work = 0, temperature = 0;
  };
  std::vector<Member> members_;
};

}  // namespace hlorank::model
