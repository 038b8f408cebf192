// Loss functions of training. Arguments are the scores (float) and the run times (double) of one program, both
// [configurations]; lower is faster. Results are scalar tensors.
#pragma once

#include <ATen/ATen.h>

#include <optional>
#include <string>
#include <string_view>

namespace hlorank::train {

enum class Loss {
  // Pairwise hinge loss: penalises pairs in the wrong order, or in the right order with a score difference below 1.
  kHinge,
  // ListMLE: negative log likelihood of the measured order in a Plackett-Luce model of exp(−score).
  kListMle,
  // For models of schedules: Huber loss of the predicted log run time plus hinge loss of pairs.
  kRunTime,
  // Squared error of the log run time, up to a constant per program.
  kSquaredError,
};
// Parses the name of a loss, "hinge", "listmle", "mse" or "runtime". Returns nullopt for any other name.
std::optional<Loss> lossFromName(std::string_view name);
std::string toString(Loss loss);  // "hinge", "listmle", "mse" or "runtime"

// Returns the mean of max(0, 1 − (score_i − score_j)) over the pairs with time_i > (1 + margin)·time_j, or 0 if there
// are no such pairs. Cost: quadratic in the number of configurations.
at::Tensor pairwiseHinge(const at::Tensor& scores, const at::Tensor& times, double margin);

// Returns the ListMLE loss: −log likelihood of the order of the run times in a Plackett-Luce model of exp(−score),
// divided by the number of configurations n. Equal times are ordered by index. Cost: O(n log n).
at::Tensor listMle(const at::Tensor& scores, const at::Tensor& times);

// Returns a mean over the configurations plus kPairShare times a mean over the pairs with time_i > (1 + margin)·time_j.
// A configuration adds the Huber loss of its error score − log time: quadratic up to kHuberDelta, and beyond it linear
// with slope kErrorSlope, so that the median error counts more than a few large ones. A pair adds max(0, d − (score_i −
// score_j)) / d, where d = min(log time_i − log time_j, kLargestPairGap).
at::Tensor runTimeLoss(const at::Tensor& scores, const at::Tensor& times, double margin);
inline constexpr double kHuberDelta = .1, kErrorSlope = .5, kPairShare = .3, kLargestPairGap = .2;

// Returns how far predicted times of loops are from the measured ones, both in ns [loops]: a mean of the Huber loss of
// the difference of their logarithms, quadratic up to kLoopHuberDelta, weighted by the square root of the measured
// time.
at::Tensor loopTimeLoss(const at::Tensor& logPredicted, const at::Tensor& nanoseconds);
inline constexpr double kLoopHuberDelta = .3;

// Returns the mean of (score/unit − log time)², where score/unit and log time are centred (minus their means). `unit`
// is the score difference that corresponds to a factor e in run time.
at::Tensor squaredError(const at::Tensor& scores, const at::Tensor& times, double unit);

}  // namespace hlorank::train
