#include "shared/cost/sizes.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace hlorank::cost {

using hlo::Module;
using hlo::PrimitiveType;
using hlo::Shape;
using hlo::ShapeId;

namespace {

// Returns the bits per element that the layout of a shape sets in E(bits), such as 4 for {1,0:T(8,128)E(4)}. Returns 0
// if the layout has no E.
double readElementBits(std::string_view suffix) {
  const size_t at = suffix.find("E(");
  if (at == std::string_view::npos) return 0;
  double bits = 0;
  for (size_t i = at + 2; i < suffix.size() && suffix[i] >= '0' && suffix[i] <= '9' && bits < 1024; ++i)
    bits = 10 * bits + (suffix[i] - '0');
  return bits;
}

// Returns the shape inside a buffer shape. Returns any other shape unchanged.
ShapeId unwrapBuffer(const Module& module, ShapeId id) {
  const Shape& shape = module.shapes[id];
  return shape.type == PrimitiveType::kBuffer && shape.elements.size == 1 ? module.elementsOf(shape)[0] : id;
}

double countArrayBytes(const Module& module, ShapeId id, bool isPacked) {
  id = unwrapBuffer(module, id);
  const Shape& shape = module.shapes[id];
  if (shape.type == PrimitiveType::kTuple) return 8.0 * shape.elements.size;
  if (shape.type == PrimitiveType::kOpaque) return 8;
  const double bits = isPacked ? readElementBits(shape.layoutSuffix) : 0;
  const double elements = countElements(module, id);
  const int elementBytes = (hlo::bitWidth(shape.type) + 7) / 8;
  const double bytes = bits > 0 ? std::ceil(elements * bits / 8) : elements * elementBytes;
  return bytes + (shape.dynamicDimensions.empty() ? 0 : 4.0 * shape.dimensions.size);
}

}  // namespace

double countElements(const Module& module, ShapeId id) {
  const Shape& shape = module.shapes[unwrapBuffer(module, id)];
  if (hlo::bitWidth(shape.type) == 0) return 0;
  double elements = 1;
  for (const int64_t size : module.integersOf(shape.dimensions)) {
    if (size == hlo::kUnboundedDimension) return 0;
    elements = std::min(elements * static_cast<double>(std::max<int64_t>(0, size)), kLargestCount);
  }
  return elements;
}

double countElementsInside(const Module& module, ShapeId id) {
  double elements = 0;
  for (const ShapeId leaf : listLeaves(module, id)) elements += countElements(module, leaf);
  return elements;
}

double countFirstArray(const Module& module, ShapeId id) {
  const auto leaves = listLeaves(module, id, 64);
  return leaves.empty() ? 0 : countElements(module, leaves[0]);
}

double sizeAt(const Module& module, ShapeId shape, int64_t dimension) {
  const auto sizes = module.dimensionsOf(shape);
  if (dimension < 0 || dimension >= static_cast<int64_t>(sizes.size())) return 0;
  return static_cast<double>(std::max<int64_t>(0, sizes[static_cast<size_t>(dimension)]));
}

double multiplySizes(const Module& module, ShapeId shape, std::span<const int64_t> dimensions) {
  const auto rank = static_cast<int64_t>(module.dimensionsOf(shape).size());
  double product = 1;
  for (const int64_t d : dimensions)
    if (d >= 0 && d < rank) product *= sizeAt(module, shape, d);
  return product;
}

double countBytes(const Module& module, ShapeId id) {
  return countArrayBytes(module, id, true);
}

double countResultBytes(const Module& module, const hlo::Instruction& instruction) {
  return countArrayBytes(module, instruction.shape, instruction.opcode != hlo::Opcode::kConstant);
}

std::vector<ShapeId> listLeaves(const Module& module, ShapeId id, size_t most) {
  std::vector<ShapeId> leaves, pending = {id};
  for (size_t parts = 0; !pending.empty() && parts < most; ++parts) {
    const ShapeId next = pending.back();
    pending.pop_back();
    if (module.shapes[next].type != PrimitiveType::kTuple) {
      leaves.push_back(next);
      continue;
    }
    const auto elements = module.elementsOf(module.shapes[next]);
    pending.insert(pending.end(), elements.rbegin(), elements.rend());
  }
  return leaves;
}

const Contents& ContentsTable::of(ShapeId id) {
  std::vector<ShapeId> pending = {id};
  while (!pending.empty()) {
    const ShapeId next = pending.back();
    if (isKnown_[next]) {
      pending.pop_back();
      continue;
    }
    const Shape& shape = module_.shapes[next];
    const bool isTuple = shape.type == PrimitiveType::kTuple;
    const size_t before = pending.size();
    Contents sum;
    for (const ShapeId element : isTuple ? module_.elementsOf(shape) : std::span<const ShapeId>{}) {
      if (!isKnown_[element]) pending.push_back(element);
      sum.bytes = std::min(sum.bytes + contents_[element].bytes, kLargestCount);
      sum.elements = std::min(sum.elements + contents_[element].elements, kLargestCount);
    }
    if (pending.size() > before) continue;  // handles this shape again after its elements
    if (!isTuple) sum = {countBytes(module_, next), countElements(module_, next)};
    contents_[next] = sum;
    isKnown_[next] = true;
    pending.pop_back();
  }
  return contents_[id];
}

std::optional<int64_t> parseInteger(std::string_view text) {
  const bool isNegative = !text.empty() && text[0] == '-';
  if (isNegative) text.remove_prefix(1);
  if (text.empty() || text.size() > 18) return std::nullopt;
  int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + (c - '0');
  }
  return isNegative ? -value : value;
}

std::vector<int64_t> parseIntegers(std::string_view text) {
  std::vector<int64_t> values;
  while (true) {
    const size_t begin = text.find_first_of("-0123456789");
    if (begin == std::string_view::npos) return values;
    text.remove_prefix(begin);
    const size_t end = std::min(text.find_first_not_of("-0123456789"), text.size());
    const auto value = parseInteger(text.substr(0, end));
    if (!value) return values;
    values.push_back(*value);
    text.remove_prefix(end);
  }
}

}  // namespace hlorank::cost
