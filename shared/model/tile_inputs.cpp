#include "shared/model/tile_inputs.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include "shared/hlo/opcode.h"
#include "shared/model/inputs.h"
#include "shared/model/registers.h"

namespace hlorank::model {
namespace {

// Number of rows of a vector register for 4-byte elements. The remainders of tile sizes are taken modulo this number.
constexpr double kRegisterRows = 8;

// Columns per list (kColumnsOfList) and sizes per list (kSizesOfList). The 24 tile-size columns (tile_space.h) are
// three lists; each list has six sizes, their sum and their product.
constexpr size_t kColumnsOfList = 8, kSizesOfList = 6;
bool isSize(size_t column) {
  return column % kColumnsOfList < kSizesOfList;
}

float logarithmic(double value) {
  return static_cast<float>(std::copysign(std::log2(1 + std::abs(value)) / kLog2Unit, value));
}

// Properties of a kernel that determine the work of one tile.
struct TiledKernel {
  std::span<const int64_t> result;  // dimension sizes of the kernel's result
  int elementBytes = 1;
  double likeResult = 0;  // number of parameters that have the same dimensions as the result
  // Elementwise operations per element of the result. Each further instruction with the dimensions of the result counts
  // as one operation.
  double operations = 0;
  int64_t contraction = 1;  // size of the largest contracted dimension
  double window = 1;        // number of elements of the window if the largest contraction is a convolution
};

bool isOneOf(uint8_t opcode, std::initializer_list<hlo::Opcode> opcodes) {
  return std::any_of(opcodes.begin(), opcodes.end(), [&](hlo::Opcode o) { return hlo::tpuGraphsId(o) == opcode; });
}

void addContraction(const graph::Program& kernel, uint32_t node, TiledKernel& tiled) {
  const uint8_t opcode = kernel.graph.opcodes[node];
  for (uint32_t operand : kernel.operands(node)) {
    // Uses only the first operand of rank 2 or more. Assumes that a reduce sums over dimension 1 of that operand, and a
    // dot or convolution over its last dimension.
    const std::span<const int64_t> sizes = kernel.dimensions(operand);
    if (sizes.size() < 2) continue;
    const int64_t summed = isOneOf(opcode, {hlo::Opcode::kReduce}) ? sizes[1] : sizes.back();
    if (summed > tiled.contraction) {
      tiled.contraction = summed;
      const graph::Convolution* convolution = kernel.convolution(node);
      tiled.window = convolution == nullptr ? 1 : std::max(1.0, convolution->windowElements);
    }
    return;
  }
}

TiledKernel describeKernel(const graph::Program& kernel) {
  using hlo::Opcode;
  TiledKernel tiled;
  const size_t nodes = kernel.graph.nodes();
  if (nodes == 0) return tiled;
  uint32_t root = static_cast<uint32_t>(nodes - 1);
  for (uint32_t node = 0; node < nodes; ++node)
    if (kernel.isRoot[node]) root = node;
  tiled.result = kernel.dimensions(root);
  tiled.elementBytes = std::max(1, kernel.elementBytes(root));
  for (uint32_t node = 0; node < nodes; ++node) {
    const uint8_t opcode = kernel.graph.opcodes[node];
    if (isOneOf(opcode, {Opcode::kDot, Opcode::kConvolution, Opcode::kReduce}))
      addContraction(kernel, node, tiled);
    else if (const auto sizes = kernel.dimensions(node);
             !std::equal(sizes.begin(), sizes.end(), tiled.result.begin(), tiled.result.end()))
      continue;
    else if (isOneOf(opcode, {Opcode::kParameter}))
      tiled.likeResult += 1;
    else
      tiled.operations += 1;
  }
  return tiled;
}

// Returns the size in bytes of a [rows, columns] tile that is padded to whole vector registers.
double paddedBytes(double rows, double columns, int elementBytes) {
  return padToMultiple(rows, registerRows(elementBytes)) * padToMultiple(columns, kLanes) * elementBytes;
}

// Appends the kTileWork inputs (see tile_inputs.h) of one configuration. `row` has the configuration's tile sizes.
void appendWork(const TiledKernel& tiled, std::span<const float, configs::kTileColumns> row,
                std::vector<float>& inputs) {
  const configs::TileSizes tile = configs::fromColumns(row);
  double tiles = 1, outer = 1;
  for (size_t d = 0; d < tiled.result.size() && d < tile.output.size(); ++d) {
    const double bound = static_cast<double>(std::max<int64_t>(1, tile.output[d]));
    tiles *= std::ceil(static_cast<double>(tiled.result[d]) / bound);
    if (d + 2 < tiled.result.size()) outer *= bound;
  }
  const size_t rank = tile.output.size();
  const double last = rank > 0 ? static_cast<double>(tile.output[rank - 1]) : 1;
  const double rows = rank > 1 ? static_cast<double>(tile.output[rank - 2]) : 1;
  const double result = outer * paddedBytes(rows, last, tiled.elementBytes), elements = result / tiled.elementBytes;
  double steps = 1, parts = 0, multiplications = 0;
  if (!tile.kernel.empty() && tile.kernel[0] > 0) {
    const double part = static_cast<double>(tile.kernel[0]);
    steps = std::ceil(static_cast<double>(tiled.contraction) / part);
    parts = paddedBytes(rows, part, tiled.elementBytes) + tiled.window * paddedBytes(part, last, tiled.elementBytes);
    multiplications = elements * tiled.window * part;
  }
  const double held = result * (1 + tiled.likeResult) + parts, operations = elements * tiled.operations;
  const double all = tiles * steps;
  for (double value : {tiles, steps, result, parts, held, operations, multiplications, all * held, all * operations,
                       all * multiplications})
    inputs.push_back(logarithmic(value));
}

}  // namespace

std::vector<float> tileInputs(const graph::Program& kernel, std::span<const float> columns) {
  const TiledKernel tiled = describeKernel(kernel);
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
    appendWork(tiled, row, inputs);
  }
  return inputs;
}

}  // namespace hlorank::model
