#include "shared/model/estimate.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/hlo/opcode.h"

namespace hlorank::model {

using graph::Program;

namespace {

double elementsOf(const Program& program, uint32_t node) {
  double product = 1;
  for (int64_t size : program.dimensions(node)) product *= static_cast<double>(size);
  return product;
}

// Returns, for each number in TpuGraphs' opcode table, 1 if the instruction does no work itself, else 0. Instructions
// that do no work only have a value, pass one on or call a computation.
std::vector<uint8_t> makeFreeOpcodes() {
  std::vector<uint8_t> isFree(256, 0);
  for (std::string_view name :
       {"parameter", "constant", "tuple", "get-tuple-element", "bitcast", "while", "call", "conditional", "after-all",
        "opt-barrier", "add-dependency", "partition-id", "replica-id"}) {
    isFree[hlo::tpuGraphsIdFromName(name)] = 1;
  }
  isFree[0] = 0;
  return isFree;
}

// Counts the multiplications plus additions of a dot: 2 · elements of the result · contracted size. If the dimension
// roles are unknown, estimates the contracted size as √(elements of operand 0 · elements of the last operand / elements
// of the result). The estimate is exact for a dot without batch dimensions.
double dotOperations(const Program& program, uint32_t node) {
  const std::span<const uint32_t> operands = program.operands(node);
  if (operands.empty()) return 0;
  const double result = elementsOf(program, node);
  double contracted = 1;
  const std::vector<graph::Role>& roles = program.roles(node)[1];
  if (!roles.empty()) {
    const std::span<const int64_t> dimensions = program.dimensions(operands[0]);
    for (size_t i = 0; i < std::min(roles.size(), dimensions.size()); ++i) {
      if (roles[i] == graph::Role::kContracting) contracted *= static_cast<double>(dimensions[i]);
    }
  } else if (result > 0) {
    contracted = std::sqrt(elementsOf(program, operands[0]) * elementsOf(program, operands.back()) / result);
  }
  return 2 * result * contracted;
}

// Counts the multiplications plus additions of a convolution: 2 · elements of the result · elements of the kernel per
// output feature.
double convolutionOperations(const Program& program, uint32_t node) {
  const std::span<const uint32_t> operands = program.operands(node);
  if (operands.empty()) return 0;
  const std::span<const int64_t> kernel = program.dimensions(operands.back());
  const graph::Convolution* convolution = program.convolution(node);
  double perFeature = elementsOf(program, operands.back());
  if (convolution != nullptr && convolution->kernelOutputFeature >= 0 &&
      convolution->kernelOutputFeature < static_cast<int64_t>(kernel.size())) {
    const int64_t size = kernel[static_cast<size_t>(convolution->kernelOutputFeature)];
    perFeature /= static_cast<double>(std::max<int64_t>(size, 1));
  }
  return 2 * elementsOf(program, node) * std::max(perFeature, 1.0);
}

}  // namespace

double bytesOf(const Program& program, uint32_t node) {
  return elementsOf(program, node) * program.elementBytes(node);
}

double tripsOf(const Program& program, uint32_t node) {
  return program.hasExtras() ? program.extras[node].trips : 1;
}

double countOperations(const Program& program, uint32_t node) {
  static const uint8_t kDot = hlo::tpuGraphsId(hlo::Opcode::kDot);
  static const uint8_t kConvolution = hlo::tpuGraphsId(hlo::Opcode::kConvolution);
  const uint8_t opcode = program.graph.opcodes[node];
  if (opcode == kDot) return dotOperations(program, node);
  return opcode == kConvolution ? convolutionOperations(program, node) : 0;
}

double estimateSeconds(const Program& program) {
  static const std::vector<uint8_t> kFree = makeFreeOpcodes();
  double seconds = 0;
  for (uint32_t node = 0; node < program.graph.nodes(); ++node) {
    const uint8_t opcode = program.graph.opcodes[node];
    if (kFree[opcode] != 0 || (program.hasExtras() && program.extras[node].fused)) continue;
    double bytes = bytesOf(program, node);
    for (uint32_t operand : program.operands(node)) bytes += bytesOf(program, operand);
    seconds += std::max(bytes / kBytesPerSecond, countOperations(program, node) / kOperationsPerSecond) *
               tripsOf(program, node);
  }
  return seconds;
}

double computeWeight(const Program& program, uint32_t value, uint32_t node, double programSeconds) {
  if (!(programSeconds > 0)) return 0;
  return bytesOf(program, value) * tripsOf(program, node) / kBytesPerSecond / programSeconds;
}

}  // namespace hlorank::model
