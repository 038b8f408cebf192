#include "shared/cost/layouts.h"

#include <algorithm>

namespace hlorank::cost {

using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;
using hlo::Shape;

namespace {

// Part of the function that maps an element's row-major index to its position in memory. The index is written in
// mixed-radix digits, most significant first, each with a size and a stride in memory. Digits are merged where
// possible, so that equal functions have equal digits.
struct Digit {
  double size, stride;
  bool operator==(const Digit& other) const { return size == other.size && stride == other.stride; }
};

bool hasPlainLayout(const Module& module, const Shape& shape) {
  return shape.hasLayout && hlo::isPermutation(module.integersOf(shape.minorToMajor), shape.dimensions.size);
}

// Returns the digits (size and stride in memory, see Digit) of an array whose dimensions are read in `order`, most
// major first. An empty `order` means row-major.
std::vector<Digit> digitsOf(const Module& module, const Shape& shape, std::span<const int64_t> order) {
  const auto sizes = module.integersOf(shape.dimensions);
  std::vector<double> strides(sizes.size());
  double stride = 1;
  for (const int64_t dimension : module.integersOf(shape.minorToMajor)) {
    strides[static_cast<size_t>(dimension)] = stride;
    stride *= static_cast<double>(sizes[static_cast<size_t>(dimension)]);
  }
  std::vector<Digit> digits;
  for (size_t i = 0; i < sizes.size(); ++i) {
    const size_t dimension = order.empty() ? i : static_cast<size_t>(order[i]);
    const Digit digit = {static_cast<double>(sizes[dimension]), strides[dimension]};
    if (digit.size == 1) continue;
    if (!digits.empty() && digits.back().stride == digit.stride * digit.size) {
      digits.back() = {digits.back().size * digit.size, digit.stride};
    } else {
      digits.push_back(digit);
    }
  }
  return digits;
}

const Shape* operandShape(const Module& module, const Instruction& instruction) {
  const auto operands = module.operandsOf(instruction);
  return operands.empty() ? nullptr : &module.shapes[module.instructions[operands[0]].shape];
}

}  // namespace

bool hasTiles(const Shape& shape) {
  return shape.layoutSuffix.find("T(") != std::string_view::npos;
}

hlo::ShapeId resultShape(const Module& module, const Instruction& instruction) {
  const auto elements = module.elementsOf(module.shapes[instruction.shape]);
  return instruction.opcode == Opcode::kCopyStart && !elements.empty() ? elements[0] : instruction.shape;
}

bool keepsPlaces(const Module& module, const Instruction& instruction) {
  const bool isTranspose = instruction.opcode == Opcode::kTranspose;
  if (!isTranspose && instruction.opcode != Opcode::kCopy && instruction.opcode != Opcode::kCopyStart &&
      instruction.opcode != Opcode::kReshape && instruction.opcode != Opcode::kBitcast)
    return false;
  const Shape* from = operandShape(module, instruction);
  const Shape& to = module.shapes[resultShape(module, instruction)];
  if (!from || from->type != to.type || from->layoutSuffix != to.layoutSuffix) return false;
  if (!hasPlainLayout(module, *from) || !hasPlainLayout(module, to)) return false;
  const auto order = isTranspose ? module.integersOf(instruction.dimensions) : std::span<const int64_t>{};
  if (isTranspose && !hlo::isPermutation(order, from->dimensions.size)) return false;
  return digitsOf(module, *from, order) == digitsOf(module, to, {});
}

bool isBitcastTranspose(const Module& module, const Instruction& instruction) {
  if (instruction.opcode != Opcode::kTranspose) return false;
  const Shape* from = operandShape(module, instruction);
  const Shape& to = module.shapes[instruction.shape];
  if (!from || from->type != to.type || !hasPlainLayout(module, *from) || !hasPlainLayout(module, to)) return false;
  const auto order = module.integersOf(instruction.dimensions);
  if (to.dimensions.size != from->dimensions.size || !hlo::isPermutation(order, to.dimensions.size)) return false;
  const auto before = module.integersOf(from->minorToMajor), after = module.integersOf(to.minorToMajor);
  for (size_t i = 0; i < before.size(); ++i) {
    if (order[static_cast<size_t>(after[i])] != before[i]) return false;
  }
  return true;
}

int findMinorDimension(const Module& module, hlo::ShapeId id) {
  const Shape& shape = module.shapes[id];
  if (!hasPlainLayout(module, shape)) return -1;
  const auto sizes = module.integersOf(shape.dimensions);
  for (const int64_t dimension : module.integersOf(shape.minorToMajor)) {
    if (sizes[static_cast<size_t>(dimension)] != 1) return static_cast<int>(dimension);
  }
  return -1;
}

}  // namespace hlorank::cost
