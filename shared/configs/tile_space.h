// Tile-size configurations of a fused kernel, as in the tile collection of TpuGraphs: 24 columns for the whole graph.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hlorank::configs {

inline constexpr int kTileColumns = 24;

// Tile sizes of one configuration: bounds of the kernel, of its output and of its input.
struct TileSizes {
  std::vector<int64_t> kernel, output, input;
};

// Returns a row of config_feat in a TpuGraphs tile file: for each list its first six sizes padded with 0, then the sum
// and product of all its sizes (wrapping int64; the product of an empty list is 0), as float32.
std::array<float, kTileColumns> toColumns(const TileSizes& sizes);

// Returns the name of a column, "kernel_bounds_0" to "input_bounds_product".
std::string tileColumnName(int column);

// Reads tile sizes back from columns: up to six per list, without trailing zeros.
TileSizes fromColumns(std::span<const float, kTileColumns> columns);

// The tile configurations of one kernel.
struct TileConfigurations {
  std::vector<float> columns;     // [count, 24]
  std::vector<int64_t> runtimes;  // [count] ns
  // [count] ns: run time of the compiler default in the same tuning run, or empty. The training target is runtime /
  // normalizer.
  std::vector<int64_t> normalizers;
  size_t count() const { return columns.size() / kTileColumns; }
  // Run time relative to the compiler default of the same tuning run (lower is faster); in ns without normalizers.
  double relativeTime(size_t configuration) const {
    const double normalizer = normalizers.empty() ? 1 : static_cast<double>(normalizers[configuration]);
    return static_cast<double>(runtimes[configuration]) / normalizer;
  }
};

}  // namespace hlorank::configs
