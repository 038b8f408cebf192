// A linear layer that computes each row independently of all others.
#pragma once

#include <ATen/ATen.h>

namespace hlorank::model {

// x · weightᵀ + bias, with x [M, K], weight [N, K], bias [N]: returns [M, N], differentiable. On the CPU the bits of a
// row depend neither on M nor on the row's position (a BLAS does not guarantee this), so the score of a configuration
// does not depend on its batch. Cost: 2·M·K·N operations, about the time of a BLAS for the sizes of these networks.
at::Tensor rowProduct(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

}  // namespace hlorank::model
