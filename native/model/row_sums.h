// Sums of rows by index, such as the messages along the edges of a graph.
#pragma once

#include <ATen/ATen.h>

namespace hlorank::model {

// Returns a float array [rows, ...] whose row r is the sum of x[source[e]] over all e with target[e] = r, added in the
// order of e; differentiable. x is float [N, ...]; source and target are int64 [E]. On the CPU, an index out of range
// throws c10::Error, and the cost is one pass over E rows, where LibTorch's index_add creates an iterator for each row.
// Other devices use index_add.
at::Tensor sumRows(const at::Tensor& x, const at::Tensor& source, const at::Tensor& target, int64_t rows);

// Returns x[index], [E, ...], as index_select does; differentiable. On the CPU, the gradient is computed by sumRows.
at::Tensor gatherRows(const at::Tensor& x, const at::Tensor& index);

}  // namespace hlorank::model
