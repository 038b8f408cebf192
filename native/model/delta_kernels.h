// Arithmetic on blocks of floats that stay in the first caches: what the layers of delta_layer.h are made of. All
// arrays are dense and row by row. Compiled for what the processor has.
#pragma once

#include <cstdint>

namespace hlorank::model {

// into[i] = share · x[i], and into[i] += share · x[i], for i < count.
void setScaled(float* into, const float* x, float share, int64_t count);
void addScaled(float* into, const float* x, float share, int64_t count);

// A matrix [rows, columns] whose element (r, c) is first[r · down + c · across].
struct Factor {
  const float* first;
  int64_t rows, columns, down, across;
};
// into [a.rows, width] += a · b, where b is [a.columns, width]. 2 · a.rows · a.columns · width operations, each
// element's sum in order of a's columns.
void addProduct(const Factor& a, const float* b, float* into, int64_t width);

// Sums [rows, width] become differences max(base + sum, 0) − max(base, 0), base [width], and are added to `pooled`
// (same shape) where there is one. Bit r of kept[h], of at most 31 rows, says whether base + sum is above 0.
void cutOff(float* sums, const float* base, int32_t* kept, float* pooled, int64_t rows, int64_t width);

// Gradient before the cut [rows, width]: that after it, of the row and of the sum it was pooled into, where the state
// was kept; and what is left of it for the base, added to `ofBase` [width].
void cutOffGradient(const int32_t* kept, const float* base, const float* ofRow, const float* ofPooled, float* gradient,
                    float* ofBase, int64_t rows, int64_t width);

}  // namespace hlorank::model
