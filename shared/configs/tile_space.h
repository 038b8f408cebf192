// Tile-size configurations of a fused kernel in the format of TpuGraphs' tile collection, with 24 columns per
// configuration. The compiler default is the configuration that the compiler chose by itself.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hlorank::configs {

inline constexpr int kTileColumns = 24;  // columns per configuration: 3 lists × (6 sizes, sum, product)

// Tile sizes of one configuration, in elements per dimension: TpuGraphs' kernel bounds, output bounds and input bounds.
struct TileSizes {
  std::vector<int64_t> kernel, output, input;
};

// Converts tile sizes to one row of the array config_feat in TpuGraphs' tile files, as float32. The row has eight
// columns each for kernel, output and input: the first six sizes padded with 0, then the sum and the product of all
// sizes. Sum and product are computed in int64, which wraps. The product of an empty list is 0.
std::array<float, kTileColumns> toColumns(const TileSizes& sizes);

// Returns the name of a column (0 to 23) of the array config_feat in TpuGraphs' tile files, from "kernel_bounds_0" to
// "input_bounds_product".
std::string tileColumnName(int column);

// Converts one row of config_feat in TpuGraphs' tile files to tile sizes: up to six sizes each for kernel, output and
// input. Omits trailing zeros.
TileSizes fromColumns(std::span<const float, kTileColumns> columns);

// Tile-size configurations of one fused kernel, with run times if measured.
struct TileConfigurations {
  std::vector<float> columns;     // [count, 24] tile sizes of each configuration, in the format of toColumns
  std::vector<int64_t> runtimes;  // [count] run times in ns; empty if not measured
  // [count] Run time in ns of the kernel with the compiler's default tile sizes, measured in the same tuning session.
  // Training divides `runtimes` by it. Empty if not recorded.
  std::vector<int64_t> normalizers;
  size_t count() const { return columns.size() / kTileColumns; }
  bool hasTimes() const {
    return std::any_of(runtimes.begin(), runtimes.end(), [](int64_t time) { return time > 0; });
  }
  // Returns the run time of a configuration divided by the run time of the compiler default; lower is faster. If
  // `normalizers` is empty, returns the run time in ns.
  double relativeTime(size_t configuration) const {
    const double normalizer = normalizers.empty() ? 1 : static_cast<double>(normalizers[configuration]);
    return static_cast<double>(runtimes[configuration]) / normalizer;
  }
};

}  // namespace hlorank::configs
