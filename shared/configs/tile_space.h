// Tile sizes of a fused kernel: TpuGraphs' other kind of configuration, one row of 24 columns for the whole graph.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hlorank::configs {

inline constexpr int kTileColumns = 24;

struct TileSizes {
  std::vector<int64_t> kernel, output, input;
};

// config_feat: of each list the first six sizes filled up with 0, then the sum and the product of all of them (int64,
// wrapping; the product of an empty list is 0), as float32. The columns of a TpuGraphs tile file.
std::array<float, kTileColumns> toColumns(const TileSizes& sizes);

// "kernel_bounds_0" ... "input_bounds_product".
std::string tileColumnName(int column);

// The sizes that columns tell: up to six of each list, without what is 0 at its end.
TileSizes fromColumns(std::span<const float, kTileColumns> columns);

struct TileConfigurations {
  std::vector<float> columns;     // [count, 24]
  std::vector<int64_t> runtimes;  // [count] ns
  std::vector<int64_t>
      normalizers;  // [count] ns: time of the default configuration in the same run; the target is runtime / normalizer
  size_t count() const { return columns.size() / kTileColumns; }
  // What a configuration took, as a multiple of the default in the same run; ns where no default was measured.
  double relativeTime(size_t configuration) const {
    const double normalizer = normalizers.empty() ? 1 : static_cast<double>(normalizers[configuration]);
    return static_cast<double>(runtimes[configuration]) / normalizer;
  }
};

}  // namespace hlorank::configs
