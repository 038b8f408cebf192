#include "shared/hlo/shape_inference_rules.h"

#include <algorithm>
#include <tuple>

#include "shared/hlo/parse_shape.h"

namespace hlorank::hlo::inference {
namespace {

// Precision and range of a floating-point type. Values from 2^overflowExponent on overflow.
// significandBits includes the hidden bit.
struct FloatFormat {
  int overflowExponent = -1;
  int significandBits = -1;
};

FloatFormat formatOf(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::kF64:
      return {1024, 53};
    case PrimitiveType::kF32:
      return {128, 24};
    case PrimitiveType::kBf16:
      return {128, 8};
    case PrimitiveType::kF8e8m0fnu:
      return {128, 1};
    case PrimitiveType::kF16:
      return {16, 11};
    case PrimitiveType::kF8e5m2:
    case PrimitiveType::kF8e5m2fnuz:
      return {16, 3};
    case PrimitiveType::kF8e4m3fn:
      return {9, 4};
    case PrimitiveType::kF8e4m3:
    case PrimitiveType::kF8e4m3fnuz:
      return {8, 4};
    case PrimitiveType::kF8e4m3b11fnuz:
      return {5, 4};
    case PrimitiveType::kF6e3m2fn:
      return {5, 3};
    case PrimitiveType::kF8e3m4:
      return {4, 5};
    case PrimitiveType::kF6e2m3fn:
      return {3, 4};
    case PrimitiveType::kF4e2m1fn:
      return {3, 2};
    default:
      return {};
  }
}

// Returns a sort key of an element type for higherPrecision. Of two types, the one with the larger key has the higher
// precision.
std::tuple<int, int, int, bool, bool> rankOf(PrimitiveType type) {
  const PrimitiveType component = isComplex(type) ? componentType(type) : type;
  const FloatFormat format = formatOf(component);
  return {format.overflowExponent, format.significandBits, bitWidth(component), isSignedInteger(component),
          isComplex(type)};
}

bool readInteger(std::string_view text, size_t& at, int64_t& out) {
  const bool negative = at < text.size() && text[at] == '-';
  if (negative) ++at;
  if (at == text.size() || text[at] < '0' || text[at] > '9') return false;
  for (out = 0; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) {
    if (__builtin_mul_overflow(out, 10, &out) || __builtin_add_overflow(out, text[at] - '0', &out)) return false;
  }
  if (negative) out = -out;
  return true;
}

}  // namespace

bool readIntegers(std::string_view text, std::vector<int64_t>& out) {
  size_t at = 0;
  const auto skip = [&](std::string_view characters) {
    at = std::min(text.find_first_not_of(characters, at), text.size());
  };
  const bool braced = !text.empty() && text.front() == '{';
  if (braced) ++at;
  skip(" \t\r\n");
  while (at < text.size() && text[at] != '}') {
    int64_t value;
    if (!readInteger(text, at, value)) return false;
    out.push_back(value);
    skip(braced ? " \t\r\n," : " \t\r\n");
  }
  return braced ? at + 1 == text.size() : at == text.size() && out.size() == 1;
}

std::vector<bool> toMask(const std::vector<int64_t>& list, size_t rank) {
  std::vector<bool> mask(rank);
  for (int64_t i : list) mask[static_cast<size_t>(i)] = true;
  return mask;
}

PrimitiveType componentType(PrimitiveType complex) {
  return complex == PrimitiveType::kC128 ? PrimitiveType::kF64 : PrimitiveType::kF32;
}

PrimitiveType higherPrecision(PrimitiveType a, PrimitiveType b) {
  return rankOf(b) > rankOf(a) ? b : a;
}

bool isArray(const Module& module, ShapeId shape) {
  const PrimitiveType type = module.shapes[shape].type;
  return type != PrimitiveType::kInvalid && holdsElements(type);
}

bool isScalar(const Module& module, ShapeId shape) {
  return isArray(module, shape) && module.shapes[shape].dimensions.empty();
}

Array decodeArray(const Module& module, ShapeId id) {
  const Shape& shape = module.shapes[id];
  const auto sizes = module.integersOf(shape.dimensions);
  Array array{shape.type, {sizes.begin(), sizes.end()}, std::vector<bool>(sizes.size())};
  for (int64_t position : module.integersOf(shape.dynamicDimensions)) {
    array.dynamic[static_cast<size_t>(position)] = true;
  }
  return array;
}

ShapeId Context::fail(std::string reason) {
  if (problem_.empty()) problem_ = std::move(reason);
  return kNone;
}

bool Context::array(size_t i, Array& out) {
  if (i >= operandCount()) {
    fail("'" + std::string(name(instruction.opcode)) + "' needs at least " + std::to_string(i + 1) + " operands");
    return false;
  }
  if (!isArray(module, operand(i))) {
    fail("operand " + std::to_string(i) + " of '" + std::string(name(instruction.opcode)) +
         "' must be an array, but it is " + describe(operand(i)));
    return false;
  }
  out = decodeArray(module, operand(i));
  return true;
}

bool Context::uniqueDimensions(size_t rank, std::vector<int64_t>& out) {
  const auto dimensions = module.integersOf(instruction.dimensions);
  out.assign(dimensions.begin(), dimensions.end());
  std::vector<bool> seen(rank);
  for (int64_t dimension : out) {
    if (dimension < 0 || dimension >= static_cast<int64_t>(rank)) {
      fail("dimension " + std::to_string(dimension) + " is out of range for an array of rank " + std::to_string(rank));
      return false;
    }
    if (seen[static_cast<size_t>(dimension)]) {
      fail("dimension " + std::to_string(dimension) + " is given twice");
      return false;
    }
    seen[static_cast<size_t>(dimension)] = true;
  }
  return true;
}

bool Context::integers(std::string_view attributeName, std::vector<int64_t>& out) {
  out.clear();
  const Attribute* attribute = module.attribute(instruction, attributeName);
  if (attribute == nullptr || readIntegers(attribute->value, out)) return true;
  fail("attribute '" + std::string(attributeName) + "' must be a list of integers");
  return false;
}

bool Context::integer(std::string_view attributeName, int64_t& out) {
  std::vector<int64_t> values;
  if (!integers(attributeName, values)) return false;
  if (values.size() != 1) {
    fail("attribute '" + std::string(attributeName) + "' must be one integer");
    return false;
  }
  out = values[0];
  return true;
}

ShapeId Context::calledResult(size_t i) {
  const auto called = module.calledBy(instruction);
  if (i >= called.size() || module.computations[called[i]].root == kNone) {
    return fail("'" + std::string(name(instruction.opcode)) + "' must name the computation it calls");
  }
  return module.instructions[module.computations[called[i]].root].shape;
}

ShapeId Context::add(const Array& array) {
  constexpr size_t kMaxRank = 256;
  if (array.rank() > kMaxRank) return fail("the result would have more than 256 dimensions");
  std::vector<int64_t> dynamic;
  for (size_t i = 0; i < array.rank(); ++i) {
    if (array.dynamic[i]) dynamic.push_back(static_cast<int64_t>(i));
  }
  return addArrayShape(module, array.type, array.sizes, dynamic);
}

ShapeId Context::withType(ShapeId array, PrimitiveType type) {
  if (array == kNone || module.shapes[array].type == type) return array;
  Shape shape = module.shapes[array];
  shape.type = type;
  module.shapes.push_back(shape);
  return static_cast<ShapeId>(module.shapes.size() - 1);
}

ShapeId Context::addLike(const Array& array, ShapeId like) {
  const ShapeId id = add(array);
  if (id == kNone) return kNone;
  const Shape from = module.shapes[like];
  Shape& to = module.shapes[id];
  if (from.minorToMajor.size == to.minorToMajor.size) {
    to.minorToMajor = from.minorToMajor;
    to.layoutSuffix = from.layoutSuffix;
  }
  return id;
}

}  // namespace hlorank::hlo::inference
