#include "shared/hlo/shape_inference.h"

#include <algorithm>
#include <tuple>

#include "shared/hlo/parse_shape.h"
#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo {
namespace inference {
namespace {

// Digits of the significand (with the hidden one) and the exponent at which values overflow.
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

// Larger is higher in precision.
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

std::vector<bool> marks(const std::vector<int64_t>& list, size_t rank) {
  std::vector<bool> marked(rank);
  for (int64_t i : list) marked[static_cast<size_t>(i)] = true;
  return marked;
}

PrimitiveType componentType(PrimitiveType complex) {
  return complex == PrimitiveType::kC128 ? PrimitiveType::kF64 : PrimitiveType::kF32;
}

PrimitiveType higherPrecision(PrimitiveType a, PrimitiveType b) {
  return rankOf(b) > rankOf(a) ? b : a;
}

bool isArray(const Module& module, ShapeId shape) {
  switch (module.shapes[shape].type) {
    case PrimitiveType::kTuple:
    case PrimitiveType::kToken:
    case PrimitiveType::kOpaque:
    case PrimitiveType::kBuffer:
    case PrimitiveType::kInvalid:
      return false;
    default:
      return true;
  }
}

bool isScalar(const Module& module, ShapeId shape) {
  return isArray(module, shape) && module.shapes[shape].dimensions.empty();
}

Array takeApart(const Module& module, ShapeId id) {
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
  out = takeApart(module, operand(i));
  return true;
}

bool Context::uniqueDimensions(size_t rank, std::vector<int64_t>& out) {
  const auto dimensions = module.integersOf(instruction.dimensions);
  out.assign(dimensions.begin(), dimensions.end());
  std::vector<bool> seen(rank);
  for (int64_t dimension : out) {
    if (dimension < 0 || dimension >= static_cast<int64_t>(rank)) {
      fail("dimension " + std::to_string(dimension) + " is not one of an array of rank " + std::to_string(rank));
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

namespace {

// A tuple of a tuple twice, and so on, has as many parts as two to the power of its lines; XLA copies every one.
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

// The body returns what the loop started with.
ShapeId inferWhile(Context& c) {
  if (c.operandCount() != 1) return c.fail("'while' takes 1 operand");
  const ShapeId body = c.calledResult(0);
  if (body == kNone) return kNone;
  if (!compatible(c.module, body, c.operand(0))) {
    return c.fail("the body of a loop must return what it starts with: " + c.describe(c.operand(0)) + ", but it is " +
                  c.describe(body));
  }
  return c.operand(0);
}

// The shape `a` with every dimension dynamic that is so in `a` or `b`; they are compatible.
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
      Array array = takeApart(c.module, top.a);
      const Array other = takeApart(c.module, top.b);
      for (size_t i = 0; i < array.rank(); ++i) array.dynamic[i] = array.dynamic[i] || other.dynamic[i];
      merged = c.addLike(array, top.a);
    }
    open.pop_back();
    if (open.empty() || merged == kNone) return merged;
    open.back().done.push_back(merged);
  }
}

ShapeId inferConditional(Context& c) {
  ShapeId result = c.calledResult(0);
  if (result == kNone) return kNone;
  const size_t branches = c.module.calledBy(c.instruction).size();
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

ShapeId inferAddDependency(Context& c) {
  return c.operandCount() == 2 ? c.operand(0) : c.fail("'add-dependency' takes 2 operands");
}

ShapeId inferAny(Context& c) {
  switch (c.instruction.opcode) {
    case Opcode::kAbs:
    case Opcode::kAcos:
    case Opcode::kAcosh:
    case Opcode::kAsin:
    case Opcode::kAsinh:
    case Opcode::kAtanh:
    case Opcode::kCbrt:
    case Opcode::kCeil:
    case Opcode::kCopy:
    case Opcode::kCosh:
    case Opcode::kCosine:
    case Opcode::kCountLeadingZeros:
    case Opcode::kDomain:
    case Opcode::kErf:
    case Opcode::kExp:
    case Opcode::kExpm1:
    case Opcode::kFloor:
    case Opcode::kImag:
    case Opcode::kIsFinite:
    case Opcode::kLog:
    case Opcode::kLog1p:
    case Opcode::kLogistic:
    case Opcode::kNegate:
    case Opcode::kNot:
    case Opcode::kPopulationCount:
    case Opcode::kReal:
    case Opcode::kRoundNearestAfz:
    case Opcode::kRoundNearestEven:
    case Opcode::kRsqrt:
    case Opcode::kSign:
    case Opcode::kSine:
    case Opcode::kSinh:
    case Opcode::kSqrt:
    case Opcode::kTan:
    case Opcode::kTanh:
      return inferUnary(c);
    case Opcode::kAdd:
    case Opcode::kAnd:
    case Opcode::kAtan2:
    case Opcode::kDivide:
    case Opcode::kMaximum:
    case Opcode::kMinimum:
    case Opcode::kMulhi:
    case Opcode::kMultiply:
    case Opcode::kOr:
    case Opcode::kPower:
    case Opcode::kRemainder:
    case Opcode::kShiftLeft:
    case Opcode::kShiftRightArithmetic:
    case Opcode::kShiftRightLogical:
    case Opcode::kSubtract:
    case Opcode::kXor:
      return inferBinary(c);
    case Opcode::kCompare:
      return inferCompare(c);
    case Opcode::kComplex:
      return inferComplex(c);
    case Opcode::kClamp:
      return inferClamp(c);
    case Opcode::kSelect:
      return inferSelect(c);
    case Opcode::kDot:
      return inferDot(c);
    case Opcode::kRaggedDot:
      return inferRaggedDot(c);
    case Opcode::kScaledDot:
      return inferScaledDot(c);
    case Opcode::kConvolution:
      return inferConvolution(c);
    case Opcode::kReduceWindow:
      return inferReduceWindow(c);
    case Opcode::kSelectAndScatter:
      return inferSelectAndScatter(c);
    case Opcode::kPad:
      return inferPad(c);
    case Opcode::kGather:
      return inferGather(c);
    case Opcode::kScatter:
      return inferScatter(c);
    case Opcode::kReduce:
      return inferReduce(c);
    case Opcode::kMap:
      return inferMap(c);
    case Opcode::kScan:
      return inferScan(c);
    case Opcode::kSort:
      return inferSort(c);
    case Opcode::kTopk:
      return inferTopk(c);
    case Opcode::kBroadcast:
      return inferBroadcast(c);
    case Opcode::kTranspose:
      return inferTranspose(c);
    case Opcode::kReverse:
      return inferReverse(c);
    case Opcode::kConcatenate:
      return inferConcatenate(c);
    case Opcode::kGetDimensionSize:
      return inferGetDimensionSize(c);
    case Opcode::kSetDimensionSize:
      return inferSetDimensionSize(c);
    case Opcode::kFft:
      return inferFft(c);
    case Opcode::kCholesky:
      return inferCholesky(c);
    case Opcode::kTriangularSolve:
      return inferTriangularSolve(c);
    case Opcode::kBatchNormGrad:
    case Opcode::kBatchNormInference:
    case Opcode::kBatchNormTraining:
      return inferBatchNorm(c);
    case Opcode::kTuple:
      return inferTuple(c);
    case Opcode::kGetTupleElement:
      return inferGetTupleElement(c);
    case Opcode::kWhile:
      return inferWhile(c);
    case Opcode::kCall:
      return c.calledResult(0);
    case Opcode::kConditional:
      return inferConditional(c);
    case Opcode::kAddDependency:
      return inferAddDependency(c);
    case Opcode::kAfterAll:
      return addArrayShape(c.module, PrimitiveType::kToken, {});
    case Opcode::kPartitionId:
    case Opcode::kReplicaId:
      return addArrayShape(c.module, PrimitiveType::kU32, {});
    default:
      return c.fail("'" + std::string(name(c.instruction.opcode)) +
                    "' needs its shape written: it does not follow from the operands");
  }
}

}  // namespace
}  // namespace inference

namespace {

ShapeId token(Module& module) {
  return addArrayShape(module, PrimitiveType::kToken, {});
}

ShapeId firstElement(const Module& module, ShapeId tuple) {
  return module.elementsOf(module.shapes[tuple])[0];
}

// (data, token) or, before it has arrived, (data, context, token).
ShapeId transfer(Module& module, ShapeId data, bool hasContext) {
  std::vector<ShapeId> elements = {data};
  if (hasContext) elements.push_back(addArrayShape(module, PrimitiveType::kU32, {}));
  elements.push_back(token(module));
  return addTupleShape(module, elements);
}

}  // namespace

ShapeId settledShape(Module& module, const Instruction& instruction) {
  const auto operand = [&] { return module.instructions[module.operandsOf(instruction)[0]].shape; };
  switch (instruction.opcode) {
    case Opcode::kAfterAll:
    case Opcode::kOutfeed:
    case Opcode::kSendDone:
      return token(module);
    case Opcode::kAddDependency:
      return operand();
    case Opcode::kInfeed:
      return transfer(module, firstElement(module, instruction.shape), false);
    case Opcode::kRecv:
      return transfer(module, firstElement(module, instruction.shape), true);
    case Opcode::kRecvDone:
      return transfer(module, firstElement(module, operand()), false);
    case Opcode::kSend:
      return transfer(module, operand(), true);
    default:
      return instruction.shape;
  }
}

ShapeId inferShape(Module& module, const Instruction& instruction, std::string& problem) {
  problem.clear();
  inference::Context context(module, instruction, problem);
  return inference::inferAny(context);
}

}  // namespace hlorank::hlo
