// Shape inference of reduce, map, scan, sort and topk.

#include "shared/hlo/parse_shape.h"
#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo::inference {
namespace {

// Fails unless the first `count` operands are arrays with the same dimension sizes. `out` receives the shape of the
// first operand.
bool sameSizes(Context& c, size_t count, Array& out) {
  if (!c.array(0, out)) return false;
  for (size_t i = 1; i < count; ++i) {
    Array other;
    if (!c.array(i, other)) return false;
    if (other.sizes != out.sizes) {
      c.fail("the arrays that '" + std::string(name(c.instruction.opcode)) +
             "' takes must have the same sizes, but are " + c.describe(c.operand(0)) + " and " +
             c.describe(c.operand(i)));
      return false;
    }
  }
  return true;
}

}  // namespace

bool reducesOperands(Context& c, size_t inputs) {
  std::vector<ShapeId> initial(inputs);
  std::vector<PrimitiveType> elements(inputs);
  for (size_t i = 0; i < inputs; ++i) {
    initial[i] = c.operand(inputs + i);
    elements[i] = c.module.shapes[c.operand(i)].type;
  }
  return c.calledReduces(0, initial, elements);
}

// Infers a reduce. Its operands are N inputs, then N initial values. The result has the element types that the called
// computation returns.
ShapeId inferReduce(Context& c) {
  const size_t inputs = c.operandCount() / 2;
  if (inputs == 0 || c.operandCount() % 2 != 0) {
    return c.fail("'reduce' takes N inputs followed by N initial values, but has " + std::to_string(c.operandCount()) +
                  " operands");
  }
  Array input;
  std::vector<int64_t> reduced;
  if (!sameSizes(c, inputs, input) || !c.uniqueDimensions(input.rank(), reduced)) return kNone;
  std::vector<bool> isReduced(input.rank());
  for (int64_t dimension : reduced) isReduced[static_cast<size_t>(dimension)] = true;
  Array result;
  for (size_t i = 0; i < input.rank(); ++i) {
    if (!isReduced[i]) result.append(input.sizes[i], input.dynamic[i]);
  }
  const ShapeId combined = c.calledResult(0);
  if (combined == kNone || !reducesOperands(c, inputs)) return kNone;
  if (isScalar(c.module, combined) && inputs == 1) {
    result.type = c.module.shapes[combined].type;
    return c.add(result);
  }
  const Shape tuple = c.module.shapes[combined];
  if (tuple.type != PrimitiveType::kTuple || tuple.elements.size != inputs) {
    return c.fail("the computation of 'reduce' must return " +
                  (inputs == 1 ? std::string("a scalar") : "a tuple of " + std::to_string(inputs) + " scalars") +
                  ", but returns " + c.describe(combined));
  }
  std::vector<ShapeId> results;
  for (size_t i = 0; i < inputs; ++i) {
    const ShapeId element = c.module.elementsOf(tuple)[i];
    if (!isScalar(c.module, element)) return c.fail("the computation of 'reduce' must return scalars");
    const PrimitiveType type = c.module.shapes[element].type;
    const bool isSame = i > 0 && type == result.type;
    result.type = type;
    results.push_back(isSame ? results.back() : c.add(result));
    if (results.back() == kNone) return kNone;
  }
  return addTupleShape(c.module, results);
}

namespace {

// Fails unless the computation that a map calls takes one scalar per operand, with the element type of that operand.
bool checkMapParameters(Context& c) {
  std::vector<ShapeId> parameters;
  if (!c.calledParameters(0, parameters)) return true;
  bool fits = parameters.size() == c.operandCount();
  for (size_t i = 0; fits && i < parameters.size(); ++i) {
    fits = isScalarOf(c.module, parameters[i], c.module.shapes[c.operand(i)].type);
  }
  if (!fits) c.fail("the computation of 'map' must take one scalar of the element type of each operand");
  return fits;
}

}  // namespace

ShapeId inferMap(Context& c) {
  Array result;
  std::vector<int64_t> dimensions;
  if (!sameSizes(c, c.operandCount(), result) || !c.uniqueDimensions(result.rank(), dimensions)) return kNone;
  for (size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i] != static_cast<int64_t>(i)) return c.fail("'map' needs its dimensions in ascending order");
  }
  if (dimensions.size() != result.rank()) return c.fail("'map' needs every dimension in `dimensions`");
  const ShapeId mapped = c.calledResult(0);
  if (mapped == kNone) return kNone;
  if (!isScalar(c.module, mapped)) {
    return c.fail("the computation of 'map' must return a scalar, but returns " + c.describe(mapped));
  }
  if (!checkMapParameters(c)) return kNone;
  result.type = c.module.shapes[mapped].type;
  return c.add(result);
}

// Infers a scan. Its operands are the inputs, then num_carries carries. The called computation returns outputs and then
// carries. In the result of the scan, each output has an additional dimension, the scanned one.
ShapeId inferScan(Context& c) {
  Array input;
  std::vector<int64_t> dimensions;
  int64_t carries;
  if (!c.array(0, input) || !c.uniqueDimensions(input.rank(), dimensions) || !c.integer("num_carries", carries)) {
    return kNone;
  }
  if (dimensions.size() != 1) return c.fail("'scan' needs one dimension in `dimensions`");
  if (carries < 0 || carries >= static_cast<int64_t>(c.operandCount())) {
    return c.fail("the shape of 'scan' must be written where it has no inputs");
  }
  const auto scanned = static_cast<size_t>(dimensions[0]);
  const ShapeId step = c.calledResult(0);
  if (step == kNone) return kNone;

  const bool isTuple = c.module.shapes[step].type == PrimitiveType::kTuple;
  std::vector<ShapeId> results = {step};
  if (isTuple) {
    const auto elements = c.module.elementsOf(c.module.shapes[step]);
    results.assign(elements.begin(), elements.end());
  }
  for (size_t i = 0; i + static_cast<size_t>(carries) < results.size(); ++i) {
    Array result;
    if (isArray(c.module, results[i])) result = decodeArray(c.module, results[i]);
    if (!isArray(c.module, results[i]) || scanned > result.rank()) {
      return c.fail("the computation of 'scan' must return arrays that can gain dimension " + std::to_string(scanned) +
                    ", but returns " + c.describe(results[i]));
    }
    const auto at = static_cast<std::ptrdiff_t>(scanned);
    result.sizes.insert(result.sizes.begin() + at, input.sizes[scanned]);
    result.dynamic.insert(result.dynamic.begin() + at, input.dynamic[scanned]);
    results[i] = c.add(result);
    if (results[i] == kNone) return kNone;
  }
  return isTuple ? addTupleShape(c.module, results) : results[0];
}

ShapeId inferSort(Context& c) {
  Array keys;
  if (!sameSizes(c, c.operandCount(), keys)) return kNone;
  if (c.operandCount() == 1) return c.operand(0);
  std::vector<ShapeId> results(c.operandCount());
  for (size_t i = 0; i < results.size(); ++i) results[i] = c.operand(i);
  return addTupleShape(c.module, results);
}

// Infers topk. Its result is a tuple of the k largest elements along the last dimension and their indices as s32.
ShapeId inferTopk(Context& c) {
  Array result;
  int64_t k;
  if (!c.array(0, result) || !c.integer("k", k)) return kNone;
  if (result.rank() == 0) return c.fail("'topk' takes an array with at least one dimension");
  const int64_t last = result.sizes.back();
  if (k < 0 || (last != kUnboundedDimension && k > last)) {
    return c.fail("k must be between 0 and the size of the last dimension of " + c.describe(c.operand(0)));
  }
  result.sizes.back() = k;
  result.dynamic.back() = false;
  const ShapeId values = c.add(result);
  if (values == kNone) return kNone;
  const ShapeId both[] = {values, c.withType(values, PrimitiveType::kS32)};
  return addTupleShape(c.module, both);
}

}  // namespace hlorank::hlo::inference
