#include "shared/hlo/proto_shape.h"

#include "shared/hlo/proto_wire.h"
#include "shared/hlo/text_writer.h"

namespace hlorank::hlo::proto {
namespace {

PrimitiveType primitiveType(uint64_t number) {
  return number <= static_cast<uint64_t>(PrimitiveType::kF6e2m3fn) ? static_cast<PrimitiveType>(number)
                                                                   : PrimitiveType::kInvalid;
}

// Fields of a layout other than the order of its dimensions, such as tiles and memory space.
struct LayoutExtras {
  std::vector<uint64_t> levels, unique, ordered;
  std::vector<std::string_view> tiles, splits;
  int64_t tailPadding = 1, elementBits = 0, memorySpace = 0, metadataBytes = 0;
  PrimitiveType indexType = PrimitiveType::kInvalid, pointerType = PrimitiveType::kInvalid;
};

// Appends D(...), the storage kind of each dimension: dense D, compressed C, singleton S, loose compressed H. The
// letter is followed by + if entries are not unique, and by ~ if they are not ordered. Appends nothing if all
// dimensions are dense, unique and ordered.
void appendLevels(std::string& out, const LayoutExtras& extras) {
  bool interesting = false;
  for (const uint64_t level : extras.levels) interesting |= level != 0;
  for (const uint64_t flag : extras.unique) interesting |= flag == 0;
  for (const uint64_t flag : extras.ordered) interesting |= flag == 0;
  if (!interesting || extras.levels.empty()) return;
  out += "D(";
  for (size_t i = 0; i < extras.levels.size(); ++i) {
    if (i > 0) out += ',';
    out += extras.levels[i] < 4 ? "DCSH"[extras.levels[i]] : 'D';
    if (i < extras.unique.size() && extras.unique[i] == 0) out += '+';
    if (i < extras.ordered.size() && extras.ordered[i] == 0) out += '~';
  }
  out += ')';
}

void appendTiles(std::string& out, const std::vector<std::string_view>& tiles) {
  // Size in protos of a tile dimension that is combined with the next dimension. HLO text writes it as `*`.
  constexpr int64_t kCombined = INT64_MIN;
  std::vector<int64_t> sizes;
  if (!tiles.empty()) out += 'T';
  for (const std::string_view tile : tiles) {
    sizes.clear();
    for (Fields f(tile); f.next();) {
      if (f.number == 1) f.appendTo(sizes);
    }
    out += '(';
    for (size_t i = 0; i < sizes.size(); ++i) {
      if (i > 0) out += ',';
      out += sizes[i] == kCombined ? "*" : std::to_string(sizes[i]);
    }
    out += ')';
  }
}

void appendSplits(std::string& out, const std::vector<std::string_view>& splits) {
  if (!splits.empty()) out += "SC";
  for (const std::string_view split : splits) {
    int64_t dimension = 0;
    std::vector<int64_t> indices;
    for (Fields f(split); f.next();) {
      if (f.number == 1) dimension = f.integer();
      if (f.number == 2) f.appendTo(indices);
    }
    out += '(' + std::to_string(dimension) + ':';
    appendJoined(out, indices);
    out += ')';
  }
}

void appendParenthesised(std::string& out, std::string_view letter, std::string_view value) {
  out += letter;
  out += '(';
  out += value;
  out += ')';
}

}  // namespace

void ShapeReader::readLayout(std::string_view message, uint32_t depth, Shape& shape) {
  LayoutExtras extras;
  std::vector<int64_t> order;
  std::string_view physicalShape;
  for (Fields f(message); f.next();) {
    switch (f.number) {
      case 1:
        f.appendTo(order);
        break;
      case 6:
        extras.tiles.push_back(f.bytes);
        break;
      case 7:
        extras.elementBits = f.integer();
        break;
      case 8:
        extras.memorySpace = f.integer();
        break;
      case 9:
        f.appendTo(extras.levels);
        break;
      case 10:
        physicalShape = f.bytes;
        break;
      case 11:
        extras.indexType = primitiveType(f.bits);
        break;
      case 12:
        extras.pointerType = primitiveType(f.bits);
        break;
      case 13:
        f.appendTo(extras.unique);
        break;
      case 14:
        f.appendTo(extras.ordered);
        break;
      case 15:
        extras.metadataBytes = f.integer();
        break;
      case 16:
        extras.tailPadding = f.integer();
        break;
      case 17:
        extras.splits.push_back(f.bytes);
        break;
      default:
        break;
    }
  }
  if (order.empty() && shape.dimensions.size > 0) return;  // a layout without a dimension order counts as no layout
  if (!isPermutation(order, shape.dimensions.size))
    throw Malformed{message.data(), "a layout must list every dimension of its shape once"};
  shape.hasLayout = true;
  shape.minorToMajor = {static_cast<uint32_t>(module_.integers.size()), static_cast<uint32_t>(order.size())};
  module_.integers.insert(module_.integers.end(), order.begin(), order.end());

  std::string suffix;
  appendLevels(suffix, extras);
  appendTiles(suffix, extras.tiles);
  if (extras.tailPadding > 1) appendParenthesised(suffix, "L", std::to_string(extras.tailPadding));
  if (extras.indexType != PrimitiveType::kInvalid) appendParenthesised(suffix, "#", name(extras.indexType));
  if (extras.pointerType != PrimitiveType::kInvalid) appendParenthesised(suffix, "*", name(extras.pointerType));
  if (extras.elementBits != 0) appendParenthesised(suffix, "E", std::to_string(extras.elementBits));
  if (extras.memorySpace != 0) appendParenthesised(suffix, "S", std::to_string(extras.memorySpace));
  appendSplits(suffix, extras.splits);
  if (isPresent(physicalShape)) appendParenthesised(suffix, "P", toString(module_, read(physicalShape, depth + 1)));
  if (extras.metadataBytes > 0) appendParenthesised(suffix, "M", std::to_string(extras.metadataBytes));
  if (!suffix.empty()) shape.layoutSuffix = module_.keep(std::move(suffix));
}

ShapeId ShapeReader::read(std::string_view message, uint32_t depth) {
  const uint32_t known = byMessage_.find(message);
  if (known != TextTable::kAbsent) return known;
  const ShapeId id = readNew(message, depth);
  byMessage_.insert(message, id);
  return id;
}

ShapeId ShapeReader::readNew(std::string_view message, uint32_t depth) {
  if (depth > maxDepth_) throw Malformed{message.data(), "tuple shapes are nested too deep here"};
  Shape shape;
  std::vector<int64_t> dimensions;
  std::vector<uint64_t> isDynamic;
  std::vector<ShapeId> elements;
  std::string_view layout;
  for (Fields f(message); f.next();) {
    switch (f.number) {
      case 2:
        shape.type = primitiveType(f.bits);
        break;
      case 3:
        f.appendTo(dimensions);
        break;
      case 4:
        elements.push_back(read(f.bytes, depth + 1));
        break;
      case 5:
        layout = f.bytes;
        break;
      case 6:
        f.appendTo(isDynamic);
        break;
      default:
        break;
    }
  }
  for (const int64_t dimension : dimensions) {
    if (dimension < 0 && dimension != kUnboundedDimension)
      throw Malformed{message.data(), "a dimension cannot be negative"};
  }
  shape.dimensions = {static_cast<uint32_t>(module_.integers.size()), static_cast<uint32_t>(dimensions.size())};
  module_.integers.insert(module_.integers.end(), dimensions.begin(), dimensions.end());
  shape.dynamicDimensions.begin = static_cast<uint32_t>(module_.integers.size());
  for (size_t i = 0; i < isDynamic.size() && i < dimensions.size(); ++i) {
    if (isDynamic[i] == 0) continue;
    module_.integers.push_back(static_cast<int64_t>(i));
    ++shape.dynamicDimensions.size;
  }
  shape.elements = {static_cast<uint32_t>(module_.shapeElements.size()), static_cast<uint32_t>(elements.size())};
  module_.shapeElements.insert(module_.shapeElements.end(), elements.begin(), elements.end());
  const bool isArray = bitWidth(shape.type) > 0;
  if (isArray && isPresent(layout)) readLayout(layout, depth, shape);
  module_.shapes.push_back(shape);
  return static_cast<ShapeId>(module_.shapes.size() - 1);
}

std::string ShapeReader::programShapeText(std::string_view message) {
  std::string parameters, result;
  for (Fields f(message); f.next();) {
    if (f.number == 1) {
      if (!parameters.empty()) parameters += ", ";
      parameters += toString(module_, read(f.bytes));
    } else if (f.number == 2) {
      result = toString(module_, read(f.bytes));
    }
  }
  return "{(" + parameters + ")->" + result + "}";
}

}  // namespace hlorank::hlo::proto
