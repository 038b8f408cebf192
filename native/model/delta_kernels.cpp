#include "native/model/delta_kernels.h"

#include <algorithm>

// Every kernel is compiled for several x86 instruction sets. At start-up, the widest set that the processor has is
// selected. For loops, the compiler's attribute target_clones does this. For matrix products the code below does it,
// because their tile sizes depend on the number of vector registers.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define HLORANK_SEVERAL_PROCESSORS
#define HLORANK_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HLORANK_WIDE
#endif

namespace hlorank::model {
namespace {

template <int kLanes>
struct Lanes {
  typedef float Vector __attribute__((vector_size(kLanes * sizeof(float)), aligned(sizeof(float)), may_alias));
};

// Adds one tile of the matrix product a · b to `into` [a.rows, width]. The tile has the kRows rows from `row` on and
// the kVectors · kLanes columns from `column` on. Its sums stay in registers.
template <int kLanes, int kVectors, int kRows>
[[gnu::always_inline]] inline void addTile(const Factor& a, const float* b, float* into, int64_t width, int64_t row,
                                           int64_t column) {
  using Vector = typename Lanes<kLanes>::Vector;
  const float* factor = a.first + row * a.down;
  float* tile = into + row * width + column;
  Vector sums[kRows][kVectors];
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) sums[r][v] = reinterpret_cast<const Vector*>(tile + r * width)[v];
  for (int64_t k = 0; k < a.columns; ++k) {
    const Vector* other = reinterpret_cast<const Vector*>(b + k * width + column);
    for (int r = 0; r < kRows; ++r)
      for (int v = 0; v < kVectors; ++v) sums[r][v] += factor[r * a.down + k * a.across] * other[v];
  }
  for (int r = 0; r < kRows; ++r)
    for (int v = 0; v < kVectors; ++v) reinterpret_cast<Vector*>(tile + r * width)[v] = sums[r][v];
}

// Adds the matrix product a · b to `into` [a.rows, width] in the columns from `column` on, in whole groups of kVectors
// · kLanes columns. Advances `column` to the first column that is not computed.
template <int kLanes, int kVectors, int kRows>
[[gnu::always_inline]] inline void addColumns(const Factor& a, const float* b, float* into, int64_t width,
                                              int64_t& column) {
  for (; column + kLanes * kVectors <= width; column += kLanes * kVectors) {
    int64_t row = 0;
    for (; row + kRows <= a.rows; row += kRows) addTile<kLanes, kVectors, kRows>(a, b, into, width, row, column);
    for (; row < a.rows; ++row) addTile<kLanes, kVectors, 1>(a, b, into, width, row, column);
  }
}

template <int kLanes, int kRows>
[[gnu::always_inline]] inline void addProductBy(const Factor& a, const float* b, float* into, int64_t width) {
  int64_t column = 0;
  addColumns<kLanes, 2, kRows>(a, b, into, width, column);
  addColumns<4, 1, kRows>(a, b, into, width, column);
  addColumns<1, 1, kRows>(a, b, into, width, column);
}

void addProductAnywhere(const Factor& a, const float* b, float* into, int64_t width) {
  addProductBy<4, 4>(a, b, into, width);
}

#ifdef HLORANK_SEVERAL_PROCESSORS
[[gnu::target("fma")]] void addProductFma(const Factor& a, const float* b, float* into, int64_t width) {
  addProductBy<8, 4>(a, b, into, width);
}
[[gnu::target("avx512f")]] void addProductAvx512(const Factor& a, const float* b, float* into, int64_t width) {
  addProductBy<16, 8>(a, b, into, width);
}
const auto addProductHere = __builtin_cpu_supports("avx512f") ? addProductAvx512
                            : __builtin_cpu_supports("fma")   ? addProductFma
                                                              : addProductAnywhere;
#else
const auto addProductHere = addProductAnywhere;
#endif

}  // namespace

void addProduct(const Factor& a, const float* b, float* into, int64_t width) {
  addProductHere(a, b, into, width);
}

HLORANK_WIDE void setScaled(float* __restrict into, const float* __restrict x, float share, int64_t count) {
  for (int64_t i = 0; i < count; ++i) into[i] = share * x[i];
}

HLORANK_WIDE void addScaled(float* __restrict into, const float* __restrict x, float share, int64_t count) {
  for (int64_t i = 0; i < count; ++i) into[i] += share * x[i];
}

HLORANK_WIDE void reluDifference(float* __restrict sums, const float* __restrict base, int32_t* __restrict positive,
                                 float* __restrict pooled, int64_t rows, int64_t width) {
  for (int64_t h = 0; h < width; ++h) positive[h] = 0;
  for (int64_t r = 0; r < rows; ++r) {
    const int64_t at = r * width;
    for (int64_t h = 0; h < width; ++h) {
      const float state = base[h] + sums[at + h];
      positive[h] |= state > 0 ? 1 << r : 0;
      sums[at + h] = std::max(state, 0.0f) - std::max(base[h], 0.0f);
    }
    if (!pooled) continue;
    for (int64_t h = 0; h < width; ++h) pooled[at + h] += sums[at + h];
  }
}

HLORANK_WIDE void reluDifferenceGradient(const int32_t* __restrict positive, const float* __restrict base,
                                         const float* __restrict ofRow, const float* __restrict ofPooled,
                                         float* __restrict gradient, float* __restrict ofBase, int64_t rows,
                                         int64_t width) {
  for (int64_t r = 0; r < rows; ++r) {
    const int64_t at = r * width;
    for (int64_t h = 0; h < width; ++h) {
      const float whole = ofRow[at + h] + ofPooled[at + h];
      const float left = positive[h] & 1 << r ? whole : 0;
      gradient[at + h] = left;
      ofBase[h] += left - (base[h] > 0 ? whole : 0);
    }
  }
}

}  // namespace hlorank::model
