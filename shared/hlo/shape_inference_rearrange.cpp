// Shape inference of operations that move elements or change dimension sizes.

#include <limits>

#include "shared/hlo/parse_shape.h"
#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo::inference {

// Infers a broadcast whose shape is not written in the text. The attribute `dimensions` then gives the sizes of new
// leading dimensions, as in XLA.
ShapeId inferBroadcast(Context& c) {
  Array operand, result;
  if (!c.array(0, operand)) return kNone;
  result.type = operand.type;
  for (int64_t size : c.module.integersOf(c.instruction.dimensions)) {
    if (size < 0) return c.fail("a dimension of the result would be negative");
    result.append(size, false);
  }
  for (size_t i = 0; i < operand.rank(); ++i) result.append(operand.sizes[i], operand.dynamic[i]);
  return c.add(result);
}

// Infers a transpose. Dimension i of the result is dimension dimensions[i] of the operand. The layout is permuted in
// the same way, so that no element moves in memory.
ShapeId inferTranspose(Context& c) {
  Array operand, result;
  std::vector<int64_t> dimensions;
  if (!c.array(0, operand) || !c.uniqueDimensions(operand.rank(), dimensions)) return kNone;
  if (dimensions.size() != operand.rank()) {
    return c.fail("'transpose' must name every dimension of " + c.describe(c.operand(0)));
  }
  result.type = operand.type;
  // [rank] for each dimension of the operand, the dimension of the result that it becomes.
  std::vector<int64_t> position(operand.rank());
  for (size_t i = 0; i < dimensions.size(); ++i) {
    const auto from = static_cast<size_t>(dimensions[i]);
    result.append(operand.sizes[from], operand.dynamic[from]);
    position[from] = static_cast<int64_t>(i);
  }
  const ShapeId id = c.add(result);
  if (id == kNone) return kNone;
  const Shape from = c.module.shapes[c.operand(0)];
  Shape& to = c.module.shapes[id];
  if (!from.hasLayout || from.minorToMajor.size != to.minorToMajor.size) return id;
  to.layoutSuffix = from.layoutSuffix;
  for (uint32_t i = 0; i < from.minorToMajor.size; ++i) {
    const auto dimension = static_cast<size_t>(c.module.integers[from.minorToMajor.begin + i]);
    c.module.integers[to.minorToMajor.begin + i] = position[dimension];
  }
  return id;
}

ShapeId inferReverse(Context& c) {
  Array operand;
  std::vector<int64_t> dimensions;
  if (!c.array(0, operand) || !c.uniqueDimensions(operand.rank(), dimensions)) return kNone;
  return c.operand(0);
}

ShapeId inferConcatenate(Context& c) {
  Array result;
  std::vector<int64_t> dimensions;
  if (!c.array(0, result) || !c.uniqueDimensions(result.rank(), dimensions)) return kNone;
  if (dimensions.size() != 1) return c.fail("'concatenate' needs one dimension in `dimensions`");
  const auto along = static_cast<size_t>(dimensions[0]);
  const PrimitiveType firstType = result.type;
  for (size_t operand = 1; operand < c.operandCount(); ++operand) {
    Array next;
    if (!c.array(operand, next)) return kNone;
    bool fits = next.rank() == result.rank() && sameTypeUpToPrecision(next.type, firstType);
    for (size_t i = 0; fits && i < next.rank(); ++i) {
      if (i == along) continue;
      fits = sizesAgree(next.sizes[i], result.sizes[i]);
      result.dynamic[i] = result.sizes[i] == kUnboundedDimension || next.sizes[i] == kUnboundedDimension
                              ? result.dynamic[i] && next.dynamic[i]
                              : result.dynamic[i] || next.dynamic[i];
      if (result.sizes[i] == kUnboundedDimension) result.sizes[i] = next.sizes[i];
    }
    if (!fits) {
      return c.fail("the operands of 'concatenate' may differ only in dimension " + std::to_string(along) +
                    ", but are " + c.describe(c.operand(0)) + " and " + c.describe(c.operand(operand)));
    }
    result.type =
        // Combines only the types of the first and the last operand. The result type of a concatenate depends only on
        // these, as in XLA.
        higherPrecision(firstType, next.type);
    int64_t& size = result.sizes[along];
    if (size == kUnboundedDimension || next.sizes[along] == kUnboundedDimension) {
      size = kUnboundedDimension;
    } else if (!addSizes(size, next.sizes[along], size)) {
      return c.fail("the size of the result does not fit 64 bits");
    }
    result.dynamic[along] = result.dynamic[along] || next.dynamic[along];
  }
  return c.add(result);
}

namespace {

// Reads the operand and the dimension number of get-dimension-size and set-dimension-size.
bool readSizeDimension(Context& c, Array& operand, size_t& dimension) {
  std::vector<int64_t> dimensions;
  if (!c.array(0, operand) || !c.uniqueDimensions(operand.rank(), dimensions)) return false;
  if (dimensions.size() != 1) {
    c.fail("'" + std::string(name(c.instruction.opcode)) + "' needs one dimension in `dimensions`");
    return false;
  }
  dimension = static_cast<size_t>(dimensions[0]);
  if (operand.sizes[dimension] > std::numeric_limits<int32_t>::max()) {
    c.fail("the size of a dimension must fit s32");
    return false;
  }
  return true;
}

}  // namespace

ShapeId inferGetDimensionSize(Context& c) {
  Array operand;
  size_t dimension;
  return readSizeDimension(c, operand, dimension) ? addArrayShape(c.module, PrimitiveType::kS32, {}) : kNone;
}

ShapeId inferSetDimensionSize(Context& c) {
  Array operand, size;
  size_t dimension;
  if (!readSizeDimension(c, operand, dimension) || !c.array(1, size)) return kNone;
  if (size.rank() != 0 || size.type != PrimitiveType::kS32) {
    return c.fail("the new size must be s32[], but it is " + c.describe(c.operand(1)));
  }
  operand.dynamic[dimension] = true;
  return c.addLike(operand, c.operand(0));
}

}  // namespace hlorank::hlo::inference
