// The AdamW optimizer (Loshchilov & Hutter, "Decoupled Weight Decay Regularization", algorithm 2), for one step. The
// caller stores the moments.
#pragma once

#include <ATen/ATen.h>

namespace hlorank::train {

struct AdamW {
  double rate;   // learning rate of this step
  int64_t step;  // number of this step, from 1, for the bias correction of the moments
  double beta1 = .9, beta2 = .999, epsilon = 1e-8;

  // Updates `weight`, its first moment `first` and its second moment `second` in place, with weight decay `decay`.
  // `weight`, `gradient`, `first` and `second` have the same shape.
  void update(at::Tensor& weight, const at::Tensor& gradient, at::Tensor& first, at::Tensor& second,
              double decay) const {
    weight.mul_(1 - rate * decay);
    first.mul_(beta1).add_(gradient, 1 - beta1);
    second.mul_(beta2).addcmul_(gradient, gradient, 1 - beta2);
    const double correction1 = 1 - std::pow(beta1, double(step)), correction2 = 1 - std::pow(beta2, double(step));
    weight.addcdiv_(first, (second / correction2).sqrt_().add_(epsilon), -rate / correction1);
  }
};

}  // namespace hlorank::train
