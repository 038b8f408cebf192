#include "shared/configs/tile_space.h"

#include <algorithm>

namespace hlorank::configs {

namespace {

constexpr size_t kBounds = 6;  // sizes per list; a configuration has three lists: kernel, output and input bounds
constexpr size_t kColumnsOfList = kBounds + 2;  // columns per list of tile sizes: the sizes, their sum, their product

void write(const std::vector<int64_t>& sizes, float* columns) {
  uint64_t sum = 0, product = sizes.empty() ? 0 : 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (i < kBounds) columns[i] = static_cast<float>(sizes[i]);
    sum += static_cast<uint64_t>(sizes[i]);
    product *= static_cast<uint64_t>(sizes[i]);
  }
  columns[kBounds] = static_cast<float>(static_cast<int64_t>(sum));
  columns[kBounds + 1] = static_cast<float>(static_cast<int64_t>(product));
}

std::vector<int64_t> read(const float* columns) {
  constexpr float kLargest = 1e15f;  // a limit larger than any real tile size that fits int64
  std::vector<int64_t> sizes;
  for (size_t i = 0; i < kBounds; ++i) {
    float size = columns[i];
    sizes.push_back(size > 0 ? static_cast<int64_t>(std::min(size, kLargest)) : 0);
  }
  while (!sizes.empty() && sizes.back() == 0) sizes.pop_back();
  return sizes;
}

}  // namespace

std::array<float, kTileColumns> toColumns(const TileSizes& sizes) {
  std::array<float, kTileColumns> columns{};
  write(sizes.kernel, columns.data());
  write(sizes.output, columns.data() + kColumnsOfList);
  write(sizes.input, columns.data() + 2 * kColumnsOfList);
  return columns;
}

std::string tileColumnName(int column) {
  constexpr const char* kLists[] = {"kernel_bounds", "output_bounds", "input_bounds"};
  const size_t list = static_cast<size_t>(column) / kColumnsOfList,
               entry = static_cast<size_t>(column) % kColumnsOfList;
  const std::string name = kLists[list];
  if (entry == kBounds) return name + "_sum";
  if (entry == kBounds + 1) return name + "_product";
  return name + "_" + std::to_string(entry);
}

TileSizes fromColumns(std::span<const float, kTileColumns> columns) {
  return {read(columns.data()), read(columns.data() + kColumnsOfList), read(columns.data() + 2 * kColumnsOfList)};
}

}  // namespace hlorank::configs
