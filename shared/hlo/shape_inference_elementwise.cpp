// Shape inference of elementwise operations.

#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo::inference {
namespace {

bool isFloatingOrComplex(PrimitiveType type) {
  return isFloating(type) || isComplex(type);
}

bool isSigned(PrimitiveType type) {
  return isSignedInteger(type) || isFloatingOrComplex(type);
}

// Whether a unary operation accepts elements of type `type`. `expected` receives a description of the types that it
// accepts.
bool takes(Opcode opcode, PrimitiveType type, std::string& expected) {
  switch (opcode) {
    case Opcode::kCeil:
    case Opcode::kFloor:
    case Opcode::kIsFinite:
    case Opcode::kRoundNearestAfz:
    case Opcode::kRoundNearestEven:
      expected = "floating-point";
      return isFloating(type);
    case Opcode::kCountLeadingZeros:
    case Opcode::kPopulationCount:
      expected = "integer";
      return isInteger(type);
    case Opcode::kNot:
      expected = "pred or integer";
      return type == PrimitiveType::kPred || isInteger(type);
    case Opcode::kNegate:
      expected = "integer, floating-point or complex";
      return isInteger(type) || isFloatingOrComplex(type);
    case Opcode::kAbs:
    case Opcode::kSign:
      expected = "signed integer, floating-point or complex";
      return isSigned(type);
    default:
      expected = "floating-point or complex";
      return isFloatingOrComplex(type);
  }
}

std::string quoted(const Context& c) {
  return "'" + std::string(name(c.instruction.opcode)) + "'";
}

// Broadcasts two arrays of equal rank. If a dimension of one array has size 1, the result has the size of the other
// array there.
bool stretch(Context& c, const Array& a, const Array& b, Array& out) {
  for (size_t i = 0; i < a.rank(); ++i) {
    const int64_t sizeA = a.sizes[i], sizeB = b.sizes[i];
    if (sizeA == 1 || (sizeB != 1 && sizeA == kUnboundedDimension && sizeB != kUnboundedDimension)) {
      out.append(sizeB, b.dynamic[i]);
    } else if (sizeB == 1 || (sizeB == kUnboundedDimension && sizeA != kUnboundedDimension)) {
      out.append(sizeA, a.dynamic[i]);
    } else if (sizeA == sizeB) {
      out.append(sizeA, a.dynamic[i] || b.dynamic[i]);
    } else {
      c.fail("the operands of " + quoted(c) + " differ in dimension " + std::to_string(i) + ": " +
             c.describe(c.operand(0)) + " and " + c.describe(c.operand(1)));
      return false;
    }
  }
  return true;
}

bool hasUnbounded(const Array& array) {
  for (int64_t size : array.sizes) {
    if (size == kUnboundedDimension) return true;
  }
  return false;
}

bool isArithmetic(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAtan2:
    case Opcode::kDivide:
    case Opcode::kMulhi:
    case Opcode::kPower:
    case Opcode::kRemainder:
    case Opcode::kShiftLeft:
    case Opcode::kShiftRightArithmetic:
    case Opcode::kShiftRightLogical:
    case Opcode::kSubtract:
      return true;
    default:
      return false;
  }
}

bool isLogical(Opcode opcode) {
  return opcode == Opcode::kAnd || opcode == Opcode::kOr || opcode == Opcode::kXor;
}

// Infers a binary operation. The result has the common shape of both operands after broadcasting, and the element type
// of the operand with the higher precision.
ShapeId inferBoth(Context& c) {
  Array a, b;
  if (!c.array(0, a) || !c.array(1, b)) return kNone;
  if (!sameTypeUpToPrecision(a.type, b.type)) {
    return c.fail("the operands of " + quoted(c) + " must have the same element type, but are " +
                  c.describe(c.operand(0)) + " and " + c.describe(c.operand(1)));
  }
  const PrimitiveType type = higherPrecision(a.type, b.type);
  if (a.sizes == b.sizes && !hasUnbounded(a)) {
    if (a.dynamic == b.dynamic) return c.withType(c.operand(0), type);
    a.type = type;
    for (size_t i = 0; i < a.rank(); ++i) a.dynamic[i] = a.dynamic[i] || b.dynamic[i];
    return c.addLike(a, c.operand(0));
  }
  Array result;
  if (a.rank() == b.rank()) {
    if (!stretch(c, a, b, result)) return kNone;
  } else if (a.rank() == 0 || b.rank() == 0) {
    result = a.rank() == 0 ? b : a;
  } else {
    return c.fail("the operands of " + quoted(c) + " must have the same rank, but are " + c.describe(c.operand(0)) +
                  " and " + c.describe(c.operand(1)));
  }
  result.type = type;
  return c.add(result);
}

bool sizesEqual(const Array& a, const Array& b) {
  if (a.rank() != b.rank()) return false;
  for (size_t i = 0; i < a.rank(); ++i) {
    if (!sizesAgree(a.sizes[i], b.sizes[i])) return false;
  }
  return true;
}

}  // namespace

ShapeId inferUnary(Context& c) {
  if (c.operandCount() != 1) return c.fail(quoted(c) + " takes 1 operand");
  const ShapeId operand = c.operand(0);
  const Opcode opcode = c.instruction.opcode;
  if (opcode == Opcode::kCopy || opcode == Opcode::kDomain) return operand;
  if (!isArray(c.module, operand)) {
    return c.fail("the operand of " + quoted(c) + " must be an array, but it is " + c.describe(operand));
  }
  const PrimitiveType type = c.module.shapes[operand].type;
  std::string expected;
  if (!takes(opcode, type, expected)) {
    return c.fail(quoted(c) + " takes " + expected + " elements, but its operand is " + c.describe(operand));
  }
  if (opcode == Opcode::kIsFinite) return c.withType(operand, PrimitiveType::kPred);
  const bool ofComplex = opcode == Opcode::kAbs || opcode == Opcode::kReal || opcode == Opcode::kImag;
  return ofComplex && isComplex(type) ? c.withType(operand, componentType(type)) : operand;
}

ShapeId inferBinary(Context& c) {
  for (size_t i = 0; i < c.operandCount(); ++i) {
    const PrimitiveType type = c.module.shapes[c.operand(i)].type;
    const bool isPred = type == PrimitiveType::kPred;
    if (isArithmetic(c.instruction.opcode) && isPred) return c.fail(quoted(c) + " does not take pred elements");
    if (isLogical(c.instruction.opcode) && !isPred && !isInteger(type)) {
      return c.fail(quoted(c) + " takes pred or integer elements, but an operand is " + c.describe(c.operand(i)));
    }
  }
  return inferBoth(c);
}

ShapeId inferCompare(Context& c) {
  const ShapeId both = inferBoth(c);
  return both == kNone ? kNone : c.withType(both, PrimitiveType::kPred);
}

ShapeId inferComplex(Context& c) {
  const ShapeId both = inferBoth(c);
  if (both == kNone) return kNone;
  const PrimitiveType a = c.module.shapes[c.operand(0)].type, b = c.module.shapes[c.operand(1)].type;
  if (a != b || (a != PrimitiveType::kF32 && a != PrimitiveType::kF64)) {
    return c.fail("'complex' takes two f32 or two f64 operands, but they are " + c.describe(c.operand(0)) + " and " +
                  c.describe(c.operand(1)));
  }
  return c.withType(both, a == PrimitiveType::kF32 ? PrimitiveType::kC64 : PrimitiveType::kC128);
}

// Infers clamp(min, operand, max), whose result has the shape of `operand`. min and max must be scalars or have the
// shape of `operand`.
ShapeId inferClamp(Context& c) {
  Array low, operand, high;
  if (!c.array(0, low) || !c.array(1, operand) || !c.array(2, high)) return kNone;
  for (const Array* bound : {&low, &high}) {
    if (!sameTypeUpToPrecision(bound->type, operand.type) || (bound->rank() != 0 && !sizesEqual(*bound, operand))) {
      return c.fail("the bounds of 'clamp' must be scalars or arrays like its operand " + c.describe(c.operand(1)) +
                    ", but are " + c.describe(c.operand(0)) + " and " + c.describe(c.operand(2)));
    }
  }
  return c.operand(1);
}

ShapeId inferSelect(Context& c) {
  Array predicate, onTrue, onFalse;
  if (!c.array(0, predicate) || !c.array(1, onTrue) || !c.array(2, onFalse)) return kNone;
  if (!sameTypeUpToPrecision(onTrue.type, onFalse.type) || !sizesEqual(onTrue, onFalse)) {
    return c.fail("'select' chooses between arrays of the same shape, but they are " + c.describe(c.operand(1)) +
                  " and " + c.describe(c.operand(2)));
  }
  if (predicate.type != PrimitiveType::kPred || (predicate.rank() != 0 && !sizesEqual(predicate, onTrue))) {
    return c.fail("the first operand of 'select' must be pred[] or a pred array as large as the others, but it is " +
                  c.describe(c.operand(0)));
  }
  const ShapeId like = predicate.rank() == 0 ? c.operand(1) : c.operand(0);
  Array result = decodeArray(c.module, like);
  result.type = higherPrecision(onTrue.type, onFalse.type);
  for (size_t i = 0; i < result.rank(); ++i) {
    if (onTrue.sizes[i] == kUnboundedDimension || onFalse.sizes[i] == kUnboundedDimension) {
      result.sizes[i] = onTrue.sizes[i] == kUnboundedDimension ? onFalse.sizes[i] : onTrue.sizes[i];
      result.dynamic[i] = onTrue.dynamic[i] && onFalse.dynamic[i];
    } else {
      result.dynamic[i] = onTrue.dynamic[i] || onFalse.dynamic[i];
    }
  }
  return c.addLike(result, like);
}

}  // namespace hlorank::hlo::inference
