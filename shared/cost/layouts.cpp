#include "shared/cost/layouts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

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
  // 0, or of a dimension that is larger than its tile and no multiple of it: the stride from one tile to the next.
  // `stride` is then the one inside a tile.
  double tileStride = 0;
  bool operator==(const Digit&) const = default;
};

bool hasPlainLayout(const Module& module, const Shape& shape) {
  return shape.hasLayout && hlo::isPermutation(module.integersOf(shape.minorToMajor), shape.dimensions.size);
}

// Returns the sizes of the first tile of a layout, minor to major: {128, 8} for "T(8,128)(2,1)S(1)". Empty without
// tiles; {0} if a size is not a number. Later tiles divide the first one, so that layouts with the same suffix store
// what is inside it in the same order.
std::vector<double> tileOf(const Shape& shape) {
  const size_t begin = shape.layoutSuffix.find("T(");
  if (begin == std::string_view::npos) return {};
  std::vector<double> sizes = {0};
  for (const char c : shape.layoutSuffix.substr(begin + 2)) {
    if (c == ')') break;
    if (c == ',') {
      sizes.push_back(0);
    } else if (c >= '0' && c <= '9') {
      sizes.back() = 10 * sizes.back() + (c - '0');
    } else {
      return {0};
    }
  }
  std::reverse(sizes.begin(), sizes.end());
  return sizes;
}

// Returns the digits (size and stride in memory, see Digit) of an array whose dimensions are read in `order`, most
// major first. An empty `order` means row-major. Nothing if the size of a tile is unknown.
std::optional<std::vector<Digit>> digitsOf(const Module& module, const Shape& shape, std::span<const int64_t> order) {
  const auto sizes = module.integersOf(shape.dimensions);
  const std::vector<double> tile = tileOf(shape);
  std::vector<Digit> inside(sizes.size()), tiles(sizes.size());  // [dimensions] inside a tile, and over the tiles
  double insideStride = 1, stride = 1;
  for (const double size : tile) stride *= size;
  size_t level = 0;
  for (const int64_t d : module.integersOf(shape.minorToMajor)) {
    const auto dimension = static_cast<size_t>(d);
    const double size = static_cast<double>(sizes[dimension]), limit = level < tile.size() ? tile[level] : 1;
    ++level;
    if (limit == 0) return std::nullopt;
    const double count = std::ceil(size / limit);
    const bool isPadded = size > limit && std::fmod(size, limit) != 0;
    tiles[dimension] = {isPadded ? 1 : count, stride};
    inside[dimension] = {isPadded ? size : std::min(size, limit), insideStride, isPadded ? stride : 0};
    insideStride *= limit;
    stride *= count;
  }
  std::vector<Digit> digits;
  const auto add = [&](const Digit& digit) {
    if (digit.size == 1) return;
    if (!digits.empty() && digits.back().tileStride == 0 && digit.tileStride == 0 &&
        digits.back().stride == digit.stride * digit.size) {
      digits.back() = {digits.back().size * digit.size, digit.stride};
    } else {
      digits.push_back(digit);
    }
  };
  for (size_t i = 0; i < sizes.size(); ++i) {
    const size_t dimension = order.empty() ? i : static_cast<size_t>(order[i]);
    add(tiles[dimension]);
    add(inside[dimension]);
  }
  return digits;
}

bool haveEqualIntegers(const Module& module, hlo::Range a, hlo::Range b) {
  const auto left = module.integersOf(a), right = module.integersOf(b);
  return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

const Shape* operandShape(const Module& module, const Instruction& instruction) {
  const auto operands = module.operandsOf(instruction);
  return operands.empty() ? nullptr : &module.shapes[module.instructions[operands[0]].shape];
}

}  // namespace

bool hasTiles(const Shape& shape) {
  return shape.layoutSuffix.find("T(") != std::string_view::npos;
}

bool haveSameOrder(const Module& module, const Shape& a, const Shape& b) {
  return haveEqualIntegers(module, a.minorToMajor, b.minorToMajor);
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
  if (!isTranspose && haveEqualIntegers(module, from->dimensions, to.dimensions) && haveSameOrder(module, *from, to))
    return true;
  const auto before = digitsOf(module, *from, order), after = digitsOf(module, to, {});
  return before && before == after;
}

bool reordersCopy(const Module& module, const Instruction& copy) {
  const Shape* from = operandShape(module, copy);
  const Shape& to = module.shapes[resultShape(module, copy)];
  if (!from || keepsPlaces(module, copy)) return false;
  if (!haveSameOrder(module, *from, to)) return true;
  // The memory space, S(n), is last.
  const auto tiles = [](const Shape& shape) { return shape.layoutSuffix.substr(0, shape.layoutSuffix.find("S(")); };
  return tiles(*from) != tiles(to);
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
