#include "shared/hlo/module.h"

#include <algorithm>
#include <utility>

#include "shared/hlo/quotes.h"

namespace hlorank::hlo {

const Attribute* Module::attribute(const Instruction& instruction, std::string_view attributeName) const {
  for (const Attribute& attribute : attributesOf(instruction.attributes)) {
    if (attribute.name == attributeName) return &attribute;
  }
  return nullptr;
}

std::string_view Module::opName(const Instruction& i) const {
  const Attribute* metadata = attribute(i, "metadata");
  if (!metadata) return {};
  const size_t at = metadata->value.find("op_name=\"");
  return at == std::string_view::npos ? std::string_view() : findQuoted(metadata->value.substr(at));
}

bool compatible(const Module& module, ShapeId first, ShapeId second) {
  if (first == second) return true;
  std::vector<std::pair<ShapeId, ShapeId>> pending = {{first, second}};
  while (!pending.empty()) {
    const Shape& a = module.shapes[pending.back().first];
    const Shape& b = module.shapes[pending.back().second];
    pending.pop_back();
    if (a.type != b.type || a.dimensions.size != b.dimensions.size || a.elements.size != b.elements.size) return false;
    const auto dimensionsA = module.integersOf(a.dimensions), dimensionsB = module.integersOf(b.dimensions);
    for (size_t i = 0; i < dimensionsA.size(); ++i) {
      const bool agree = dimensionsA[i] == dimensionsB[i] || dimensionsA[i] == kUnboundedDimension ||
                         dimensionsB[i] == kUnboundedDimension;
      if (!agree) return false;
    }
    const auto elementsA = module.elementsOf(a), elementsB = module.elementsOf(b);
    for (size_t i = 0; i < elementsA.size(); ++i) {
      if (elementsA[i] != elementsB[i]) pending.emplace_back(elementsA[i], elementsB[i]);
    }
  }
  return true;
}

size_t countLeaves(const Module& module, ShapeId shape, size_t most) {
  size_t leaves = 0;
  std::vector<ShapeId> pending = {shape};
  while (!pending.empty() && leaves < most) {
    const Shape& part = module.shapes[pending.back()];
    pending.pop_back();
    const auto elements = module.elementsOf(part);
    if (part.type != PrimitiveType::kTuple) ++leaves;
    if (part.type == PrimitiveType::kTuple) pending.insert(pending.end(), elements.begin(), elements.end());
  }
  return leaves;
}

namespace {

void appendArray(const Module& module, const Shape& shape, bool layout, std::string& out) {
  out += name(shape.type);
  out += '[';
  const auto dimensions = module.integersOf(shape.dimensions);
  const auto dynamic = module.integersOf(shape.dynamicDimensions);
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (i > 0) out += ',';
    if (dimensions[i] == kUnboundedDimension) {
      out += '?';
      continue;
    }
    if (std::binary_search(dynamic.begin(), dynamic.end(), static_cast<int64_t>(i))) out += "<=";
    out += std::to_string(dimensions[i]);
  }
  out += ']';
  if (!layout || !shape.hasLayout || (shape.minorToMajor.empty() && shape.layoutSuffix.empty())) return;
  out += '{';
  const auto order = module.integersOf(shape.minorToMajor);
  for (size_t i = 0; i < order.size(); ++i) {
    if (i > 0) out += ',';
    out += std::to_string(order[i]);
  }
  if (!shape.layoutSuffix.empty()) {
    out += ':';
    out += shape.layoutSuffix;
  }
  out += '}';
}

}  // namespace

std::string toString(const Module& module, ShapeId shape, bool layout) {
  struct Open {
    const Shape* tuple;
    uint32_t next;  // index of the next tuple element to print
  };
  std::string out;
  std::vector<Open> open;
  ShapeId current = shape;
  while (true) {
    const Shape& s = module.shapes[current];
    if (s.type == PrimitiveType::kTuple || s.type == PrimitiveType::kBuffer) {
      out += s.type == PrimitiveType::kBuffer ? "b(" : "(";
      open.push_back({&s, 0});
    } else {
      appendArray(module, s, layout, out);
    }
    while (!open.empty() && open.back().next == open.back().tuple->elements.size) {
      out += ')';
      open.pop_back();
    }
    if (open.empty()) return out;
    if (open.back().next > 0) out += ", ";
    current = module.elementsOf(*open.back().tuple)[open.back().next++];
  }
}

bool isPermutation(std::span<const int64_t> order, size_t rank) {
  if (order.size() != rank) return false;
  std::vector<bool> seen(rank);
  for (const int64_t dimension : order) {
    if (dimension < 0 || dimension >= static_cast<int64_t>(rank) || seen[static_cast<size_t>(dimension)]) return false;
    seen[static_cast<size_t>(dimension)] = true;
  }
  return true;
}

}  // namespace hlorank::hlo
