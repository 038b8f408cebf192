// Sums of rows by index, such as the messages along the edges of a graph.
#pragma once

#include <ATen/ATen.h>

namespace hlorank::model {

// Returns a float array [rows, ...] whose row r is the sum of x[source[e]] over all e with target[e] = r, added in the
// order of e; differentiable. x is float [N, ...]; source and target are int64 [E]. Throws c10::Error if an index is
// out of range. Cost on the CPU: one pass over E rows; LibTorch's index_add creates an iterator for each row.
at::Tensor sumRows(const at::Tensor& x, const at::Tensor& source, const at::Tensor& target, int64_t rows);

}  // namespace hlorank::model
