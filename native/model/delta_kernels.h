// Single-threaded float32 CPU kernels: scaled sums, matrix products, differences of ReLUs. delta_layer.h and
// row_product.h run them on blocks that fit in the L1 cache. All arrays are dense and row-major. At start-up, the
// variants with the widest vector instructions of the processor are selected.
#pragma once

#include <cstdint>

namespace hlorank::model {

// setScaled writes share · x[i] to into[i]. addScaled adds share · x[i] to into[i]. The index i runs from 0 to count −
// 1. `into` and `x` must not overlap.
void setScaled(float* into, const float* x, float share, int64_t count);
void addScaled(float* into, const float* x, float share, int64_t count);

// Strided view of a matrix [rows, columns]: element (r, c) is first[r · down + c · across].
struct Factor {
  const float* first;
  int64_t rows, columns, down, across;
};
// Adds the matrix product a · b to `into` [a.rows, width]; b is [a.columns, width]. Sums each element in the order of
// the columns of a, so its bits do not depend on a.rows. Cost: 2 · a.rows · a.columns · width floating-point
// operations.
void addProduct(const Factor& a, const float* b, float* into, int64_t width);

// Replaces `sums` [rows, width] in place by ReLU(base + sums) − ReLU(base), with base [width]. Adds the result to
// `pooled` [rows, width] if `pooled` is not null. For the backward pass, sets bit r of positive[h] (`positive` is
// [width]) if base[h] + sums[r][h] > 0 before the call, else clears it; so `rows` is at most 31.
void reluDifference(float* sums, const float* base, int32_t* positive, float* pooled, int64_t rows, int64_t width);

// Backward pass of reluDifference. Reads the bits `positive` that reluDifference wrote. Reads two gradients [rows,
// width]: `ofRow` of its result and `ofPooled` of its argument `pooled`. Writes the gradient of its argument `sums` to
// `gradient` [rows, width] and adds the gradient of its argument `base` to `ofBase` [width].
void reluDifferenceGradient(const int32_t* positive, const float* base, const float* ofRow, const float* ofPooled,
                            float* gradient, float* ofBase, int64_t rows, int64_t width);

}  // namespace hlorank::model
