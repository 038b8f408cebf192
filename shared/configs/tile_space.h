// Tile-size configurations of a fused kernel in the format of TpuGraphs' tile collection, with 24 columns per
// configuration. The compiler default is the configuration that the compiler chose by itself.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hlorank::configs {

inline constexpr int kTileColumns = 24;  // columns per configuration: 3 lists × (6 sizes, sum, product)

// Tile sizes of one configuration, in elements per dimension, as TpuGraphs' kernel bounds, output bounds and input
// bounds.
struct TileSizes {
  std::vector<int64_t> kernel, output, input;
};

// Converts tile sizes to one row of the array config_feat in TpuGraphs' tile files, as float32. For kernel, output and
// input each: the first six sizes padded with 0, then sum and product of all sizes as wrapping int64. The product of an
// empty list is 0.
std::array<float, kTileColumns> toColumns(const TileSizes& sizes);

// Returns the name of column `column` (0 to 23) of config_feat, "kernel_bounds_0" to "input_bounds_product".
std::string tileColumnName(int column);

// Converts one row of config_feat in TpuGraphs' tile files to tile sizes: up to six each for kernel, output and input,
// without trailing zeros.
TileSizes fromColumns(std::span<const float, kTileColumns> columns);

// Tile-size configurations of one fused kernel, with run times if measured.
struct TileConfigurations {
  std::vector<float> columns;     // [count, 24] tile sizes of each configuration, in the format of toColumns
  std::vector<int64_t> runtimes;  // [count] run times in ns; empty: not measured
  // [count] Run time in ns of the kernel with the compiler's default tile sizes in the same tuning session; empty: not
  // recorded. Training uses runtime / normalizer.
  std::vector<int64_t> normalizers;
  size_t count() const { return columns.size() / kTileColumns; }
  // Returns the run time divided by the time of the compiler default; lower is faster. If `normalizers` is empty,
  // returns the run time in ns.
  double relativeTime(size_t configuration) const {
    const double normalizer = normalizers.empty() ? 1 : static_cast<double>(normalizers[configuration]);
    return static_cast<double>(runtimes[configuration]) / normalizer;
  }
};

}  // namespace hlorank::configs
