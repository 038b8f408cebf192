#include "shared/cost/strides.h"

#include <algorithm>

#include "shared/cost/layouts.h"
#include "shared/cost/sizes.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;
using hlo::ShapeId;

namespace {

constexpr double kLine = 64;  // size of a cache line in bytes

double elementBytes(const Module& module, ShapeId id) {
  return std::max(1, (hlo::bitWidth(module.shapes[id].type) + 7) / 8);
}

// Walks the dimensions of an array, the most minor first, until `isFound(dimension)`. Returns the dimension found, -1
// if there is none, and sets `stride` to the distance in bytes between neighbouring elements along it, or along a
// further dimension.
template <class IsFound>
int walk(const Module& module, ShapeId array, double& stride, IsFound isFound) {
  const auto rank = static_cast<int64_t>(module.dimensionsOf(array).size());
  stride = elementBytes(module, array);
  for (const int64_t d : module.integersOf(module.shapes[array].minorToMajor)) {
    if (d < 0 || d >= rank) break;
    if (isFound(d)) return static_cast<int>(d);
    stride *= std::max(1., sizeAt(module, array, d));
  }
  return -1;
}

// Adds a tensor to `strided` if the innermost loop over its elements runs along `dimension` and `dimension` is not the
// most minor one in memory. `role` describes the dimension.
void addIfStrided(const Module& module, ShapeId shape, int operand, int64_t dimension, const char* role,
                  std::vector<StridedTensor>& strided) {
  const auto sizes = module.dimensionsOf(shape);
  const int minor = findMinorDimension(module, shape);
  if (minor < 0 || dimension < 0 || dimension >= static_cast<int64_t>(sizes.size()) || minor == dimension) return;
  if (sizes[static_cast<size_t>(dimension)] <= 1) return;
  StridedTensor tensor;
  tensor.operand = operand;
  tensor.stride = strideOf(module, shape, dimension);
  const double used = elementBytes(module, shape);
  tensor.extraBytes = countElements(module, shape) * (std::min(kLine, std::max(used, tensor.stride)) - used);
  tensor.walk = std::string(role) + " (dimension " + std::to_string(dimension) + ")";
  strided.push_back(std::move(tensor));
}

void addConvolution(const Module& module, const Instruction& convolution, std::vector<StridedTensor>& strided) {
  const auto operands = module.operandsOf(convolution);
  if (convolution.details == hlo::kNone || operands.size() < 2) return;
  const hlo::Details& details = module.details[convolution.details];
  if (!details.hasConvolution) return;
  addIfStrided(module, module.instructions[operands[0]].shape, 0, details.convolution.inputFeature,
               "the input features", strided);
  addIfStrided(module, convolution.shape, -1, details.convolution.outputFeature, "the output features", strided);
}

void addElementwise(const Module& module, const Instruction& instruction, std::vector<StridedTensor>& strided) {
  const int minor = findMinorDimension(module, instruction.shape);
  const auto operands = module.operandsOf(instruction);
  for (size_t i = 0; i < operands.size() && minor >= 0; ++i) {
    if (std::find(operands.begin(), operands.begin() + i, operands[i]) != operands.begin() + i) continue;
    const ShapeId shape = module.instructions[operands[i]].shape;
    const auto sizes = module.dimensionsOf(shape), results = module.dimensionsOf(instruction.shape);
    if (std::equal(sizes.begin(), sizes.end(), results.begin(), results.end()))
      addIfStrided(module, shape, static_cast<int>(i), minor, "the result's minor dimension", strided);
  }
}

void addReduce(const Module& module, const Instruction& reduce, std::vector<StridedTensor>& strided) {
  const auto operands = module.operandsOf(reduce);
  const int minor = findMinorDimension(module, reduce.shape);
  if (operands.empty() || minor < 0) return;
  const ShapeId shape = module.instructions[operands[0]].shape;
  const auto reduced = module.integersOf(reduce.dimensions);
  const auto isReduced = [&](int64_t d) { return std::find(reduced.begin(), reduced.end(), d) != reduced.end(); };
  const int own = findMinorDimension(module, shape);
  if (own < 0 || isReduced(own)) return;
  // Index in the result of each dimension that is not reduced. The loop stops at the most minor dimension of the
  // result.
  int64_t kept = -1;
  for (int64_t d = 0; d < module.shapes[shape].dimensions.size; ++d) {
    if (!isReduced(d) && ++kept == minor)
      return addIfStrided(module, shape, 0, d, "the result's minor dimension", strided);
  }
}

// Whether a fusion has only elementwise operations. Such a fusion accesses its operands in the order of its result.
bool isElementwiseFusion(const Module& module, const Instruction& fusion) {
  const auto called = module.calledBy(fusion);
  if (called.empty()) return false;
  for (const Instruction& inner : module.instructionsOf(module.computations[called[0]])) {
    switch (inner.opcode) {
      case Opcode::kTranspose:
      case Opcode::kCopy:
      case Opcode::kReshape:
      case Opcode::kBitcast:
      case Opcode::kDot:
      case Opcode::kConvolution:
      case Opcode::kReduce:
      case Opcode::kReduceWindow:
      case Opcode::kScatter:
      case Opcode::kGather:
      case Opcode::kSort:
      case Opcode::kConcatenate:
        return false;
      default:
        break;
    }
  }
  return true;
}

}  // namespace

double strideOf(const Module& module, ShapeId array, int64_t dimension) {
  double stride = 0;
  walk(module, array, stride, [&](int64_t d) { return d == dimension; });
  return stride;
}

int findDimension(const Module& module, ShapeId array, double stride) {
  double reached = 0;
  return walk(module, array, reached, [&](int64_t d) { return reached == stride && sizeAt(module, array, d) > 1; });
}

std::vector<StridedTensor> findStridedTensors(const Module& module, const Instruction& instruction) {
  std::vector<StridedTensor> strided;
  switch (instruction.opcode) {
    case Opcode::kConvolution:
      addConvolution(module, instruction, strided);
      break;
    case Opcode::kReduce:
      addReduce(module, instruction, strided);
      break;
    case Opcode::kFusion:
      if (isElementwiseFusion(module, instruction)) addElementwise(module, instruction, strided);
      break;
    default:
      if (hlo::workPerElement(instruction.opcode) != hlo::Work::kNone) addElementwise(module, instruction, strided);
      break;
  }
  return strided;
}

double countStridedBytes(const Module& module, const Instruction& instruction) {
  double bytes = 0;
  for (const StridedTensor& tensor : findStridedTensors(module, instruction)) bytes += tensor.extraBytes;
  return bytes;
}

}  // namespace hlorank::cost
