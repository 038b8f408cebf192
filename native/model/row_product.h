// A linear layer that computes each row independently of all others.
#pragma once

#include <ATen/ATen.h>

namespace hlorank::model {

// Returns x · weightᵀ + bias, [M, N], for x [M, K], weight [N, K] and bias [N]; differentiable. On the CPU the bits of
// a row depend only on that row of x, which a BLAS does not guarantee. So the score of a configuration does not depend
// on the batch that it is in. Cost: 2·M·K·N operations, about the time of a BLAS for the sizes of these networks.
at::Tensor rowProduct(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

}  // namespace hlorank::model
