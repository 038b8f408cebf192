#include "shared/model/tile_inputs.h"

#include <algorithm>
#include <cmath>

#include "shared/hlo/opcode.h"

namespace hlorank::model {
namespace {

constexpr double kLanes = 128, kRegisterRows = 8, kRegisterBytes = 32;

// 24 columns are three lists of six sizes, their sum and their product (tile_space.h).
constexpr size_t kColumnsOfList = 8, kSizesOfList = 6;
bool isSize(size_t column) {
  return column % kColumnsOfList < kSizesOfList;
}

float logarithmic(double value) {
  return static_cast<float>(std::copysign(std::log2(1 + std::abs(value)) / 30, value));
}

// What of a kernel its tiles divide.
struct Divided {
  std::vector<int64_t> result;
  int elementBytes = 1;
  int64_t contraction = 1;  // size of the dimension that is summed over
};

Divided dividedOf(const graph::Program& kernel) {
  static const uint8_t kDot = hlo::tpuGraphsId(hlo::Opcode::kDot),
                       kConvolution = hlo::tpuGraphsId(hlo::Opcode::kConvolution),
                       kReduce = hlo::tpuGraphsId(hlo::Opcode::kReduce);
  Divided divided;
  const size_t nodes = kernel.graph.nodes();
  if (nodes == 0) return divided;
  uint32_t root = static_cast<uint32_t>(nodes - 1);
  for (uint32_t node = 0; node < nodes; ++node)
    if (kernel.graph.row(node)[0] != 0) root = node;  // is_root
  divided.result = kernel.dimensions(root);
  divided.elementBytes = std::max(1, kernel.elementBytes(root));
  for (uint32_t node = 0; node < nodes; ++node) {
    const uint8_t opcode = kernel.graph.opcodes[node];
    if (opcode != kDot && opcode != kConvolution && opcode != kReduce) continue;
    for (uint32_t operand : kernel.operands(node)) {
      // Elements of the larger operand for each element of the result that has them all.
      const std::vector<int64_t> sizes = kernel.dimensions(operand);
      if (sizes.size() < 2) continue;
      const int64_t summed = opcode == kReduce ? sizes[1] : sizes.back();
      divided.contraction = std::max(divided.contraction, summed);
      break;
    }
  }
  return divided;
}

double filledUp(double size, double unit) {
  return std::ceil(size / unit) * unit;
}

double bytesOf(double rows, double columns, int elementBytes) {
  return filledUp(rows, std::max(1.0, kRegisterBytes / elementBytes)) * filledUp(columns, kLanes) * elementBytes;
}

// Appends the five of one configuration.
void appendWork(const Divided& divided, std::span<const float, configs::kTileColumns> row, std::vector<float>& inputs) {
  const configs::TileSizes tile = configs::fromColumns(row);
  double tiles = 1, elements = 1;
  for (size_t d = 0; d < divided.result.size() && d < tile.output.size(); ++d) {
    const double bound = static_cast<double>(std::max<int64_t>(1, tile.output[d]));
    tiles *= std::ceil(static_cast<double>(divided.result[d]) / bound);
    if (d + 2 < divided.result.size()) elements *= bound;
  }
  const size_t rank = tile.output.size();
  const double last = rank > 0 ? static_cast<double>(tile.output[rank - 1]) : 1;
  const double rows = rank > 1 ? static_cast<double>(tile.output[rank - 2]) : 1;
  const double moved = elements * bytesOf(rows, last, divided.elementBytes);
  double steps = 1, parts = 0;
  if (!tile.kernel.empty() && tile.kernel[0] > 0) {
    const double part = static_cast<double>(tile.kernel[0]);
    steps = std::ceil(static_cast<double>(divided.contraction) / part);
    parts = bytesOf(rows, part, divided.elementBytes) + bytesOf(part, last, divided.elementBytes);
  }
  for (double value : {tiles, steps, moved, parts, tiles * steps * (moved + parts)})
    inputs.push_back(logarithmic(value));
}

}  // namespace

std::vector<float> tileInputs(const graph::Program& kernel, std::span<const float> columns) {
  const Divided divided = dividedOf(kernel);
  std::vector<float> inputs;
  inputs.reserve(columns.size() / configs::kTileColumns * kTileInputs);
  for (size_t begin = 0; begin + configs::kTileColumns <= columns.size(); begin += configs::kTileColumns) {
    const auto row = columns.subspan(begin).first<configs::kTileColumns>();
    for (float value : row) inputs.push_back(logarithmic(value));
    for (size_t i = 0; i < row.size(); ++i) {
      if (!isSize(i)) continue;
      inputs.push_back(static_cast<float>(std::fmod(std::abs(row[i]), kLanes) / kLanes));
      inputs.push_back(static_cast<float>(std::fmod(std::abs(row[i]), kRegisterRows) / kRegisterRows));
    }
    appendWork(divided, row, inputs);
  }
  return inputs;
}

}  // namespace hlorank::model
