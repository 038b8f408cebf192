// Loss functions of training. Arguments: scores float [C] and run times double [C] of the configurations of one
// program. Lower is faster for both. Results are scalars.
#pragma once

#include <ATen/ATen.h>

#include <optional>
#include <string>
#include <string_view>

namespace hlorank::train {

enum class Loss {
  kHinge,         // pairwise hinge: penalises pairs in the wrong order, or in the right order by less than 1
  kListMle,       // ListMLE: negative log likelihood of the measured order in a Plackett-Luce model of exp(−score)
  kSquaredError,  // squared error of the log run time, up to a constant per program
};
std::optional<Loss> lossFromName(std::string_view name);  // "hinge", "listmle", "mse"
std::string toString(Loss loss);

// Mean of max(0, 1 − (score_i − score_j)) over pairs with time_i > (1 + margin)·time_j; 0 without such pairs. O(C²).
at::Tensor pairwiseHinge(const at::Tensor& scores, const at::Tensor& times, double margin);

// −log likelihood of the order of the times, divided by C. Equal times are ordered by index. O(C log C).
at::Tensor listMle(const at::Tensor& scores, const at::Tensor& times);

// Mean of (score/unit − log time)², both minus their means. `unit` is the score difference of a factor e in time.
at::Tensor squaredError(const at::Tensor& scores, const at::Tensor& times, double unit);

}  // namespace hlorank::train
