// Tile-size configurations of a fused kernel, as in the tile collection of TpuGraphs: 24 columns per configuration. The
// compiler default is the configuration that the compiler chose on its own.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hlorank::configs {

inline constexpr int kTileColumns = 24;  // 3 lists × (6 sizes, sum, product)

// Tile sizes of one configuration, in elements per dimension: TpuGraphs' bounds of the kernel, of its output and of its
// input.
struct TileSizes {
  std::vector<int64_t> kernel, output, input;
};

// Converts tile sizes to a row of the array config_feat of a TpuGraphs tile file: for kernel, output and input the
// first six sizes padded with 0, then the sum and product of all sizes (wrapping int64; the product of an empty list is
// 0), as float32.
std::array<float, kTileColumns> toColumns(const TileSizes& sizes);

// Returns the name of column 0 to 23, "kernel_bounds_0" to "input_bounds_product".
std::string tileColumnName(int column);

// Converts such a row back to tile sizes: at most six each for kernel, output and input, without trailing zeros.
TileSizes fromColumns(std::span<const float, kTileColumns> columns);

// The tile configurations of one kernel.
struct TileConfigurations {
  std::vector<float> columns;     // [count, 24] tile sizes of each configuration, as by toColumns
  std::vector<int64_t> runtimes;  // [count] run times in ns; empty: not measured
  // [count] run time in ns of the kernel with the compiler's default tile sizes, in the same tuning session; empty: not
  // recorded. Training uses runtime / normalizer.
  std::vector<int64_t> normalizers;
  size_t count() const { return columns.size() / kTileColumns; }
  // Returns runtime / normalizer, the time relative to the compiler default (lower is faster); the run time in ns if
  // `normalizers` is empty.
  double relativeTime(size_t configuration) const {
    const double normalizer = normalizers.empty() ? 1 : static_cast<double>(normalizers[configuration]);
    return static_cast<double>(runtimes[configuration]) / normalizer;
  }
};

}  // namespace hlorank::configs
