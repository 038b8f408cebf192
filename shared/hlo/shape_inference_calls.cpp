// Shape inference of tuples, calls, loops and conditionals.

#include <algorithm>

#include "shared/hlo/parse_shape.h"
#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo::inference {
namespace {

// Whether a tuple has more than 65536 leaves or 256 levels of nesting. The limits are needed because XLA copies every
// leaf, and tuples of tuples can double in size with each instruction.
bool isTooLarge(const Module& module, std::span<const ShapeId> elements) {
  constexpr size_t kMaxParts = 1 << 16, kMaxDepth = 256;
  struct Part {
    ShapeId shape;
    size_t depth;
  };
  std::vector<Part> pending;
  for (ShapeId element : elements) pending.push_back({element, 1});
  for (size_t parts = 0; !pending.empty(); ++parts) {
    const Part part = pending.back();
    pending.pop_back();
    const auto inner = module.elementsOf(module.shapes[part.shape]);
    if (inner.empty()) continue;
    if (part.depth >= kMaxDepth || parts + pending.size() + inner.size() > kMaxParts) return true;
    for (ShapeId element : inner) pending.push_back({element, part.depth + 1});
  }
  return false;
}

}  // namespace

ShapeId inferTuple(Context& c) {
  std::vector<ShapeId> elements(c.operandCount());
  for (size_t i = 0; i < elements.size(); ++i) elements[i] = c.operand(i);
  if (isTooLarge(c.module, elements)) {
    return c.fail("this tuple of tuples has more than 65536 parts or is more than 256 deep");
  }
  return addTupleShape(c.module, elements);
}

ShapeId inferGetTupleElement(Context& c) {
  if (c.operandCount() != 1) return c.fail("'get-tuple-element' takes 1 operand");
  const Shape& tuple = c.module.shapes[c.operand(0)];
  if (tuple.type != PrimitiveType::kTuple) {
    return c.fail("'get-tuple-element' takes a tuple, but its operand is " + c.describe(c.operand(0)));
  }
  const int64_t index = c.instruction.number;
  if (index < 0 || index >= static_cast<int64_t>(tuple.elements.size)) {
    return c.fail("there is no element " + std::to_string(index) + " in " + c.describe(c.operand(0)));
  }
  return c.module.elementsOf(tuple)[static_cast<size_t>(index)];
}

ShapeId inferCall(Context& c) {
  const ShapeId result = c.calledResult(0);
  std::vector<ShapeId> arguments(c.operandCount());
  for (size_t i = 0; i < arguments.size(); ++i) arguments[i] = c.operand(i);
  return result != kNone && c.calledTakes(0, arguments, "the operands") ? result : kNone;
}

// Infers a while, whose result has the shape of its initial value. The body must return a value of the same shape. The
// condition must return pred[].
ShapeId inferWhile(Context& c) {
  constexpr size_t kBody = 0, kCondition = 1;
  if (c.operandCount() != 1) return c.fail("'while' takes 1 operand");
  const ShapeId body = c.calledResult(kBody), condition = c.calledResult(kCondition);
  if (body == kNone || condition == kNone) return kNone;
  for (size_t called : {kBody, kCondition}) {
    if (!c.calledTakes(called, {c.operand(0)}, "the initial value of the loop")) return kNone;
  }
  if (!isScalarOf(c.module, condition, PrimitiveType::kPred)) {
    return c.fail("the condition of a loop must return pred[], but returns " + c.describe(condition));
  }
  if (!compatible(c.module, body, c.operand(0))) {
    return c.fail("the body of a loop must return the shape of its initial value, " + c.describe(c.operand(0)) +
                  ", but returns " + c.describe(body));
  }
  return c.operand(0);
}

namespace {

// Returns shape `a` with additional dynamic dimensions: those that are dynamic in `b`. The shapes must be compatible.
ShapeId mergeDynamic(Context& c, ShapeId a, ShapeId b) {
  struct Pending {
    ShapeId a, b;
    std::vector<ShapeId> done;
  };
  std::vector<Pending> open = {{a, b, {}}};
  while (true) {
    Pending& top = open.back();
    ShapeId merged;
    if (const auto elements = c.module.elementsOf(c.module.shapes[top.a]); top.done.size() < elements.size()) {
      const size_t next = top.done.size();
      open.push_back({elements[next], c.module.elementsOf(c.module.shapes[top.b])[next], {}});
      continue;
    }
    if (!isArray(c.module, top.a)) {
      const auto elements = c.module.elementsOf(c.module.shapes[top.a]);
      const bool same = std::equal(elements.begin(), elements.end(), top.done.begin());
      merged = same ? top.a : addTupleShape(c.module, top.done);
    } else if (c.module.shapes[top.b].dynamicDimensions.empty()) {
      merged = top.a;
    } else {
      Array array = decodeArray(c.module, top.a);
      const Array other = decodeArray(c.module, top.b);
      for (size_t i = 0; i < array.rank(); ++i) array.dynamic[i] = array.dynamic[i] || other.dynamic[i];
      merged = c.addLike(array, top.a);
    }
    open.pop_back();
    if (open.empty() || merged == kNone) return merged;
    open.back().done.push_back(merged);
  }
}

}  // namespace

ShapeId inferConditional(Context& c) {
  ShapeId result = c.calledResult(0);
  if (result == kNone) return kNone;
  const size_t branches = c.module.calledBy(c.instruction).size();
  for (size_t i = 0; i < branches && i + 1 < c.operandCount(); ++i) {
    if (!c.calledTakes(i, {c.operand(i + 1)}, "the operand of its branch")) return kNone;
  }
  for (size_t i = 1; i < branches; ++i) {
    const ShapeId other = c.calledResult(i);
    if (other == kNone) return kNone;
    if (other == result) continue;
    if (!compatible(c.module, result, other)) {
      return c.fail("the branches of a conditional must return the same shape, but branch 0 returns " +
                    c.describe(result) + " and branch " + std::to_string(i) + " " + c.describe(other));
    }
    result = mergeDynamic(c, result, other);
    if (result == kNone) return kNone;
  }
  return result;
}

}  // namespace hlorank::hlo::inference
