// Checks of single instructions beyond the grammar, after CreateInstruction in xla/hlo/parser/hlo_parser.cc. They take
// written shapes as given, and reject only errors that leave the program without a meaning.

#include <algorithm>

#include "shared/hlo/cursor.h"
#include "shared/hlo/shape_inference.h"

namespace hlorank::hlo {
namespace {

// The instruction to verify. The method `fail` stores the reason in `problem` and returns false.
struct Check {
  Module& module;
  const Instruction& instruction;
  std::string& problem;

  size_t operandCount() const { return instruction.operands.size; }
  const Instruction& operand(size_t i) const { return module.instructions[module.operandsOf(instruction)[i]]; }
  const Shape& operandShape(size_t i) const { return module.shapes[operand(i).shape]; }
  const Shape& shape() const { return module.shapes[instruction.shape]; }
  std::string describe(ShapeId id) const { return toString(module, id, /*layout=*/false); }
  std::string opcode() const { return std::string(name(instruction.opcode)); }

  bool fail(std::string reason) const {
    problem = std::move(reason);
    return false;
  }
};

bool isNonEmptyTuple(const Shape& shape) {
  return shape.type == PrimitiveType::kTuple && !shape.elements.empty();
}

std::string_view attributeValue(const Check& c, std::string_view attributeName) {
  const Attribute* attribute = c.module.attribute(c.instruction, attributeName);
  return attribute == nullptr ? std::string_view{} : attribute->value;
}

bool has(const Check& c, std::string_view attributeName) {
  return c.module.attribute(c.instruction, attributeName) != nullptr;
}

bool checkGetTupleElement(const Check& c) {
  const Shape& tuple = c.operandShape(0);
  if (tuple.type != PrimitiveType::kTuple) {
    return c.fail("get-tuple-element takes a tuple, but its operand is " + c.describe(c.operand(0).shape));
  }
  const int64_t index = c.instruction.number;
  if (index >= 0 && index < static_cast<int64_t>(tuple.elements.size)) return true;
  return c.fail("there is no element " + std::to_string(index) + " in " + c.describe(c.operand(0).shape));
}

bool checkTuple(const Check& c) {
  if (c.shape().type == PrimitiveType::kTuple && c.shape().elements.size == c.operandCount()) return true;
  return c.fail("a tuple of " + std::to_string(c.operandCount()) + " operands cannot be " +
                c.describe(c.instruction.shape));
}

bool checkNonEmptyTuple(const Check& c) {
  if (isNonEmptyTuple(c.shape())) return true;
  return c.fail("the shape of " + c.opcode() + " must be a tuple whose first element is the received data, but it is " +
                c.describe(c.instruction.shape));
}

// Fails unless the operands are N inputs followed by N initial values, for some N > 0.
bool checkPairs(const Check& c) {
  if (c.operandCount() > 0 && c.operandCount() % 2 == 0) return true;
  return c.fail(c.opcode() + " takes N inputs followed by N initial values, but has " +
                std::to_string(c.operandCount()) + " operands");
}

bool checkScatter(const Check& c) {
  if (c.operandCount() >= 3 && c.operandCount() % 2 == 1) return true;
  return c.fail("scatter takes N inputs, the indices and N updates, but has " + std::to_string(c.operandCount()) +
                " operands");
}

bool checkSomeOperand(const Check& c, size_t least = 1) {
  if (c.operandCount() >= least) return true;
  return c.fail(c.opcode() + " needs at least " + std::to_string(least) + (least == 1 ? " operand" : " operands") +
                ", but has " + std::to_string(c.operandCount()));
}

// Fails unless the operands from number `first` on are start indices. These are one scalar per dimension of operand 0,
// or a single vector.
bool checkStartIndices(const Check& c, size_t first) {
  if (!checkSomeOperand(c, first)) return false;
  const size_t rank = c.operandShape(0).dimensions.size;
  const bool isVector = c.operandCount() == first + 1 && c.operandShape(first).dimensions.size == 1;
  if (isVector || c.operandCount() == first + rank) return true;
  return c.fail(c.opcode() + " needs " + std::to_string(rank) + " start indices or a vector of them, but has " +
                std::to_string(c.operandCount() - first));
}

// Returns the number of elements of an array. A dynamic dimension counts as its bound. Returns -1 if a dimension is
// unbounded or the number exceeds 64 bits.
int64_t elementCount(const Module& module, const Shape& shape) {
  int64_t count = 1;
  bool overflows = false;
  for (int64_t size : module.integersOf(shape.dimensions)) {
    if (size == 0) return 0;
    if (size == kUnboundedDimension || __builtin_mul_overflow(count, size, &count)) overflows = true;
  }
  return overflows ? -1 : count;
}

bool checkReshape(const Check& c) {
  if (!checkSomeOperand(c)) return false;
  const bool arrays = c.shape().type != PrimitiveType::kTuple && c.operandShape(0).type != PrimitiveType::kTuple;
  const int64_t from = elementCount(c.module, c.operandShape(0)), to = elementCount(c.module, c.shape());
  if (arrays && (from == to || from < 0 || to < 0)) return true;
  return c.fail(c.opcode() + " must keep the number of elements, but turns " + c.describe(c.operand(0).shape) +
                " into " + c.describe(c.instruction.shape));
}

// Checks a dynamic-reshape. Fails unless the array operand is followed by one size operand per dimension of the result.
bool checkDynamicReshape(const Check& c) {
  if (!checkReshape(c)) return false;
  const size_t rank = c.shape().dimensions.size, sizes = c.operandCount() - 1;
  if (sizes == rank) return true;
  return c.fail("dynamic-reshape to " + c.describe(c.instruction.shape) + " needs a size for each of its " +
                std::to_string(rank) + " dimensions after its first operand, but has " + std::to_string(sizes));
}

bool checkBroadcast(const Check& c) {
  if (c.operandShape(0).dimensions.empty() || has(c, "dimensions")) return true;
  return c.fail("broadcast of an array needs `dimensions`, one for each dimension of " +
                c.describe(c.operand(0).shape));
}

// Fails if a compare omits the comparison type and its first operand is not an array, so that no type can be assumed.
bool checkCompare(const Check& c) {
  if (holdsElements(c.operandShape(0).type) || has(c, "type")) return true;
  return c.fail("compare takes arrays, but its first operand is " + c.describe(c.operand(0).shape));
}

bool checkDeviceNumber(const Check& c) {
  if (c.shape().type == PrimitiveType::kU32 && c.shape().dimensions.empty()) return true;
  return c.fail(c.opcode() + " returns u32[], but its shape is " + c.describe(c.instruction.shape));
}

// Fails unless the shape of an asynchronous start or update has the form ((operands...), results, context...).
bool checkAsyncShape(const Check& c) {
  const auto elements = c.module.elementsOf(c.shape());
  if (c.shape().type == PrimitiveType::kTuple && elements.size() >= 2 &&
      c.module.shapes[elements[0]].type == PrimitiveType::kTuple) {
    return true;
  }
  return c.fail("the shape of " + c.opcode() + " must have the form ((operands...), results, ...), but it is " +
                c.describe(c.instruction.shape));
}

// Fails unless operand 0 can be an unfinished asynchronous operation. It can be one directly, or through tuples and
// copies.
bool checkAsyncOperand(const Check& c) {
  if (c.operandCount() > 0 && c.operand(0).opcode != Opcode::kAsyncDone) return true;
  return c.fail(c.operandCount() == 0 ? c.opcode() + " needs the operation it continues as its operand"
                                      : c.opcode() + " cannot continue an operation that an async-done has ended");
}

// Fails unless a send-done or recv-done has the same channel_id as the send or recv that it completes, which is its
// operand 0.
bool checkDoneChannel(const Check& c) {
  const Instruction& started = c.operand(0);
  if (c.instruction.opcode == Opcode::kRecvDone && !isNonEmptyTuple(c.operandShape(0))) {
    return c.fail("recv-done takes the tuple that recv returns, but its operand is " + c.describe(started.shape));
  }
  if (started.opcode != Opcode::kSend && started.opcode != Opcode::kRecv) return true;
  const Attribute* channel = c.module.attribute(started, "channel_id");
  const std::string_view expected = channel == nullptr ? std::string_view{} : channel->value;
  const std::string_view given = attributeValue(c, "channel_id");
  if (given == expected) return true;
  const auto orNone = [](std::string_view id) { return id.empty() ? std::string("none") : std::string(id); };
  return c.fail(c.opcode() + " must have the channel_id of its operand, " + orNone(expected) + ", but has " +
                orNone(given));
}

// Fails unless a scan has one operand per parameter of its called computation, and num_carries is at most the number of
// parameters.
bool checkScan(const Check& c) {
  const auto called = c.module.calledBy(c.instruction);
  const Range parameters = called.empty() ? Range{kNone, 0} : c.module.computations[called[0]].parameterShapes;
  if (parameters.begin != kNone && parameters.size != c.operandCount()) {
    return c.fail("scan must have an operand for each of the " + std::to_string(parameters.size) +
                  " parameters of its computation, but has " + std::to_string(c.operandCount()));
  }
  const std::string_view carries = attributeValue(c, "num_carries");
  Cursor cursor(carries);
  int64_t count = 0;
  if (cursor.integer(count, "a number") && count >= 0 && count <= static_cast<int64_t>(c.operandCount())) return true;
  return c.fail("num_carries=" + std::string(carries) + " must be between 0 and the number of operands, " +
                std::to_string(c.operandCount()));
}

// Multiplies the numbers from position `at` to the next ']' and moves `at` past that bracket. Returns -1 if the product
// exceeds 64 bits.
int64_t productToBracket(std::string_view text, size_t& at) {
  int64_t product = 1;
  bool overflows = false;
  while (at < text.size() && text[at] != ']') {
    if (!is(text[at], kDigit)) {
      ++at;
      continue;
    }
    int64_t number = 0;
    for (; at < text.size() && is(text[at], kDigit); ++at) {
      overflows |=
          __builtin_mul_overflow(number, 10, &number) || __builtin_add_overflow(number, text[at] - '0', &number);
    }
    overflows |= __builtin_mul_overflow(product, number, &product);
  }
  if (at < text.size()) ++at;
  return overflows ? -1 : product;
}

// Fails if the two lists of sizes in replica_groups=[groups,size]<=[devices...] have different products.
bool checkReplicaGroups(const Check& c) {
  const std::string_view groups = attributeValue(c, "replica_groups");
  if (groups.empty() || groups[0] != '[') return true;
  size_t at = 1;
  const int64_t places = productToBracket(groups, at);
  at = groups.find('[', at);
  if (at == std::string_view::npos) return true;
  const int64_t devices = productToBracket(groups, ++at);
  if (places == devices && places >= 0) return true;
  return c.fail("replica_groups arranges " + std::to_string(devices) + " devices in " + std::to_string(places) +
                " places; the two products must be equal");
}

bool checkGlobalDevices(const Check& c) {
  if (attributeValue(c, "use_global_device_ids") != "true" || has(c, "channel_id")) return true;
  return c.fail("use_global_device_ids=true needs a channel_id");
}

// Rejects the value API_VERSION_UNSPECIFIED, as XLA does. Exception: dumps of the Neuron compiler, which writes this
// value, only get a warning.
bool checkApiVersion(const Check& c) {
  if (attributeValue(c, "api_version") != "API_VERSION_UNSPECIFIED") return true;
  const std::string_view target = attributeValue(c, "custom_call_target");
  if (target.find("AwsNeuron") > 1) {
    return c.fail("api_version=API_VERSION_UNSPECIFIED is not a version; remove the attribute");
  }
  c.module.warnings.push_back({"api_version=API_VERSION_UNSPECIFIED is not a version that XLA accepts", {}});
  return true;
}

bool checkByOpcode(const Check& c) {
  switch (c.instruction.opcode) {
    case Opcode::kGetTupleElement:
      return checkGetTupleElement(c);
    case Opcode::kTuple:
      return checkTuple(c);
    case Opcode::kReshape:
      return checkReshape(c);
    case Opcode::kDynamicReshape:
      return checkDynamicReshape(c);
    case Opcode::kBroadcast:
      return checkBroadcast(c);
    case Opcode::kCompare:
      return checkCompare(c);
    case Opcode::kPartitionId:
    case Opcode::kReplicaId:
      return checkDeviceNumber(c);
    case Opcode::kInfeed:
    case Opcode::kRecv:
      return checkNonEmptyTuple(c);
    case Opcode::kRecvDone:
    case Opcode::kSendDone:
      return checkDoneChannel(c);
    case Opcode::kReduce:
    case Opcode::kReduceWindow:
      return checkPairs(c);
    case Opcode::kScatter:
      return checkScatter(c);
    case Opcode::kScan:
      return checkScan(c);
    case Opcode::kConcatenate:
    case Opcode::kSort:
      return checkSomeOperand(c);
    case Opcode::kConvolution:
      return checkSomeOperand(c, 2);
    case Opcode::kDynamicSlice:
      return checkStartIndices(c, 1);
    case Opcode::kDynamicUpdateSlice:
      return checkStartIndices(c, 2);
    case Opcode::kAllReduce:
    case Opcode::kAllReduceStart:
    case Opcode::kReduceScatter:
      return checkReplicaGroups(c) && checkGlobalDevices(c);
    case Opcode::kAllGather:
    case Opcode::kAllGatherStart:
    case Opcode::kAllToAll:
    case Opcode::kCollectiveBroadcast:
    case Opcode::kRaggedAllToAll:
      return checkReplicaGroups(c);
    case Opcode::kAsyncStart:
      return checkAsyncShape(c);
    case Opcode::kAsyncUpdate:
      return checkAsyncShape(c) && checkAsyncOperand(c);
    case Opcode::kAsyncDone:
      return checkAsyncOperand(c);
    case Opcode::kCustomCall:
      return checkApiVersion(c);
    default:
      return true;
  }
}

// Warns if the operands of a dot or convolution are invalid, or give other dimensions than the written shape.
void compareWithOperands(const Check& c) {
  std::string reason;
  const ShapeId inferred = inferShape(c.module, c.instruction, reason);
  if (inferred != kNone) {
    const auto of = c.module.integersOf(c.module.shapes[inferred].dimensions),
               written = c.module.integersOf(c.shape().dimensions);
    if (std::equal(of.begin(), of.end(), written.begin(), written.end())) return;
    reason = "the operands give " + c.describe(inferred) + ", not " + c.describe(c.instruction.shape);
  }
  c.module.warnings.push_back({c.opcode() + ": " + reason, {}});
}

}  // namespace

bool verifyInstruction(Module& module, const Instruction& instruction, std::string& problem) {
  const Check check{module, instruction, problem};
  const int expected = operandCount(instruction.opcode);
  if (expected >= 0 && check.operandCount() != static_cast<size_t>(expected)) {
    return check.fail(check.opcode() + " takes " + std::to_string(expected) +
                      (expected == 1 ? " operand, not " : " operands, not ") + std::to_string(check.operandCount()));
  }
  if (!checkByOpcode(check)) return false;
  const Opcode opcode = instruction.opcode;
  if ((opcode == Opcode::kDot || opcode == Opcode::kConvolution) && check.operandCount() == 2)
    compareWithOperands(check);
  return true;
}

}  // namespace hlorank::hlo
