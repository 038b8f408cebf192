// What training minimises. Scores and times of the configurations of one program; both: lower is faster.
#pragma once

#include <ATen/ATen.h>

#include <optional>
#include <string>
#include <string_view>

namespace hlorank::train {

enum class Loss {
  kHinge,         // pairs in the wrong order, or in the right one by less than 1
  kListMle,       // likelihood of the measured order, drawn one after the other by exp(−score)
  kSquaredError,  // of the logarithm of the time, apart from a constant of the program
};
std::optional<Loss> lossFromName(std::string_view name);  // "hinge", "listmle", "mse"
std::string toString(Loss loss);

// Mean of max(0, 1 − (score_i − score_j)) over pairs with time_i > (1 + margin)·time_j; 0 when there is none. O(C²).
at::Tensor pairwiseHinge(const at::Tensor& scores, const at::Tensor& times, double margin);

// −log of the probability of the order of the times, over C. Equal times keep the order of their index.
at::Tensor listMle(const at::Tensor& scores, const at::Tensor& times);

// Mean of (score/unit − log time)², both less their means; `unit` is the score of a time e times as long.
at::Tensor squaredError(const at::Tensor& scores, const at::Tensor& times, double unit);

}  // namespace hlorank::train
