// Linear layers whose rows do not know of each other.
#pragma once

#include <ATen/ATen.h>

namespace hlorank::model {

// x [M, K] times weight [N, K] transposed, plus bias [N]: [M, N], differentiable. On the processor a row of the result
// is the same to the bit whatever M is and wherever the row stands, which a BLAS does not promise: so a score is the
// configuration's own. 2 * M * K * N operations, about as fast as a BLAS on the sizes of our networks.
at::Tensor rowProduct(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias);

}  // namespace hlorank::model
