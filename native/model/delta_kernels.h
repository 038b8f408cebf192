// Float kernels of delta_layer.h and row_product.h for blocks that fit in the L1 cache. All arrays are dense and row
// major. The widest instruction set of the running processor is selected at start-up.
#pragma once

#include <cstdint>

namespace hlorank::model {

// setScaled: into[i] = share · x[i]; addScaled: into[i] += share · x[i]; for i < count.
void setScaled(float* into, const float* x, float share, int64_t count);
void addScaled(float* into, const float* x, float share, int64_t count);

// Strided view of a matrix [rows, columns]: element (r, c) is first[r · down + c · across].
struct Factor {
  const float* first;
  int64_t rows, columns, down, across;
};
// into [a.rows, width] += a · b, with b [a.columns, width]. Each element is summed in the order of a's columns.
// Cost: 2 · a.rows · a.columns · width operations.
void addProduct(const Factor& a, const float* b, float* into, int64_t width);

// In place: sums [rows, width] become ReLU(base + sum) − ReLU(base), with base [width]. Also adds the result to
// `pooled` [rows, width] unless it is null. Bit r of positive[h] is set if base + sum > 0; at most 31 rows.
void reluDifference(float* sums, const float* base, int32_t* positive, float* pooled, int64_t rows, int64_t width);

// Gradient of reluDifference. Writes the gradient of the sums [rows, width] and adds that of the base to `ofBase`
// [width]. `ofRow` and `ofPooled` [rows, width] are the gradients of the result and of the pooled sum.
void reluDifferenceGradient(const int32_t* positive, const float* base, const float* ofRow, const float* ofPooled,
                            float* gradient, float* ofBase, int64_t rows, int64_t width);

}  // namespace hlorank::model
