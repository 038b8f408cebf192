#include "shared/graph/trips.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "shared/graph/counter.h"

namespace hlorank::graph {

using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;
using hlo::PrimitiveType;

namespace {

constexpr int kMostSteps = 16;  // greatest number of copies and conversions to follow back to a value

// A value that copies, bitcasts, reshapes and converts of scalars forward.
struct Source {
  const Instruction* instruction = nullptr;
  std::vector<PrimitiveType> types;  // element types from the last forwarding instruction back to `instruction`
};

// Follows forwarding instructions back to the instruction whose value they forward; nullopt after kMostSteps.
std::optional<Source> findSource(const Module& module, InstructionId id) {
  Source source;
  for (int step = 0; step < kMostSteps; ++step) {
    source.instruction = &module.instructions[id];
    source.types.push_back(module.shapes[source.instruction->shape].type);
    const Opcode opcode = source.instruction->opcode;
    const bool forwards = opcode == Opcode::kCopy || opcode == Opcode::kBitcast || opcode == Opcode::kReshape ||
                          opcode == Opcode::kConvert;
    if (!forwards || module.operandsOf(*source.instruction).size() != 1) return source;
    id = module.operandsOf(*source.instruction)[0];
  }
  return std::nullopt;
}

// Whether the types are all integers, or all the same type of floating-point numbers.
bool areCountable(const std::vector<PrimitiveType>& types) {
  return std::all_of(types.begin(), types.end(), [&](PrimitiveType type) {
    return hlo::isFloating(types[0]) ? type == types[0] : hlo::isInteger(type);
  });
}

// Returns the greatest n for which a floating-point type has all integers up to n; 0 if unknown.
double exactUpTo(PrimitiveType type) {
  switch (type) {
    case PrimitiveType::kF64:
      return std::ldexp(1.0, 53);
    case PrimitiveType::kF32:
      return std::ldexp(1.0, 24);
    case PrimitiveType::kF16:
      return std::ldexp(1.0, 11);
    case PrimitiveType::kBf16:
      return std::ldexp(1.0, 8);
    default:
      return 0;
  }
}

// Returns the integer type by which a counter is computed. Floating-point counters count in integers, as long as these
// are exact.
PrimitiveType integerFor(PrimitiveType type) {
  return hlo::isFloating(type) ? PrimitiveType::kS64 : type;
}

// Returns the value of a constant of integer value, in the type of the instruction `id` (see counter.h).
std::optional<uint64_t> readConstant(const Module& module, InstructionId id) {
  const auto source = findSource(module, id);
  if (!source || source->instruction->opcode != Opcode::kConstant || !areCountable(source->types)) return std::nullopt;
  auto value = parseValue(source->instruction->literal, integerFor(source->types.back()));
  if (!value) return std::nullopt;
  for (size_t i = source->types.size(); i-- > 0;) value = wrap(*value, integerFor(source->types[i]));
  return value;
}

// A loop variable (element of the loop's tuple) that an instruction in the body or condition reads.
struct Variable {
  int64_t index = 0;
  std::vector<PrimitiveType> types;  // element types from the reading instruction back to the variable
};

// Returns nullopt if the instruction reads anything else.
std::optional<Variable> readVariable(const Module& module, InstructionId id) {
  auto source = findSource(module, id);
  if (!source || source->instruction->opcode != Opcode::kGetTupleElement || !areCountable(source->types))
    return std::nullopt;
  const auto tuple = findSource(module, module.operandsOf(*source->instruction)[0]);
  if (!tuple || tuple->instruction->opcode != Opcode::kParameter) return std::nullopt;
  return Variable{source->instruction->number, std::move(source->types)};
}

const Instruction* rootOf(const Module& module, hlo::ComputationId computation) {
  const InstructionId root = module.computations[computation].root;
  return root == hlo::kNone ? nullptr : &module.instructions[root];
}

// The condition under which a loop continues, such as variable < value.
struct Limit {
  Variable variable;
  uint64_t value = 0;
  std::string_view direction;
};

std::string_view flipped(std::string_view direction) {
  if (direction == "LT") return "GT";
  if (direction == "GT") return "LT";
  if (direction == "LE") return "GE";
  if (direction == "GE") return "LE";
  return direction;
}

// Whether a comparison has the order of its operands' type. It may have another one, such as type=UNSIGNED.
bool hasOwnOrder(const Module& module, const Instruction& compare, PrimitiveType type) {
  const hlo::Attribute* order = module.attribute(compare, "type");
  return !order || order->value == (hlo::isFloating(type)          ? "FLOAT"
                                    : hlo::isUnsignedInteger(type) ? "UNSIGNED"
                                                                   : "SIGNED");
}

std::optional<Limit> readLimit(const Module& module, const Instruction& compare) {
  const auto operands = module.operandsOf(compare);
  const hlo::Attribute* direction = module.attribute(compare, "direction");
  if (compare.opcode != Opcode::kCompare || operands.size() != 2 || !direction) return std::nullopt;
  for (const size_t i : {size_t(0), size_t(1)}) {
    auto variable = readVariable(module, operands[i]);
    if (!variable) continue;
    const auto value = readConstant(module, operands[1 - i]);
    // A conversion that changes values, such as one from s32 to s8, makes a condition that is not read here.
    for (size_t k = 1; k < variable->types.size(); ++k)
      if (!holdsAll(variable->types[k - 1], variable->types[k])) return std::nullopt;
    if (!value || !hasOwnOrder(module, compare, variable->types[0])) return std::nullopt;
    return Limit{std::move(*variable), *value, i == 0 ? direction->value : flipped(direction->value)};
  }
  return std::nullopt;
}

// Returns the constant that the body of a loop adds to a variable in each iteration. Returns nullopt if the body
// changes the variable in another way.
std::optional<uint64_t> readStep(const Module& module, const Instruction& root, int64_t index, PrimitiveType type) {
  const auto values = module.operandsOf(root);
  if (root.opcode != Opcode::kTuple || index >= static_cast<int64_t>(values.size())) return std::nullopt;
  const auto next = findSource(module, values[static_cast<size_t>(index)]);
  // Conversions to types as wide as the variable keep its value modulo 2 to the power of its width.
  const auto keepsBits = [&](const std::vector<PrimitiveType>& types) {
    return areCountable(types) && std::all_of(types.begin(), types.end(), [&](PrimitiveType passed) {
             return hlo::bitWidth(passed) >= hlo::bitWidth(type);
           });
  };
  if (!next || !keepsBits(next->types)) return std::nullopt;
  const bool isAdd = next->instruction->opcode == Opcode::kAdd;
  if (!isAdd && next->instruction->opcode != Opcode::kSubtract) return std::nullopt;
  const auto operands = module.operandsOf(*next->instruction);
  if (operands.size() != 2) return std::nullopt;
  for (size_t i = 0; i < (isAdd ? 2u : 1u); ++i) {
    const auto step = readConstant(module, operands[1 - i]);
    const auto variable = readVariable(module, operands[i]);
    if (step && variable && variable->index == index && keepsBits(variable->types)) return isAdd ? *step : 0 - *step;
  }
  return std::nullopt;
}

// Whether a floating-point counter stays among the integers that its type represents exactly.
bool isExact(PrimitiveType type, const Counter& counter, uint64_t iterations) {
  const auto real = [](uint64_t value) { return static_cast<double>(static_cast<int64_t>(value)); };
  const double last = real(counter.start) + static_cast<double>(iterations) * real(counter.step.value_or(0));
  return std::max({std::abs(real(counter.start)), std::abs(real(counter.limit)), std::abs(last)}) <= exactUpTo(type);
}

// Returns the trip count that the backend_config of a loop records, such as 5 for {"known_trip_count":{"n":"5"}}. The
// result is at most kMostTrips. Returns nullopt if none is recorded.
std::optional<double> findRecordedTripCount(const Module& module, const Instruction& loop) {
  const hlo::Attribute* config = module.attribute(loop, "backend_config");
  if (!config) return std::nullopt;
  // backend_config is JSON, or a string of JSON with escaped quotes. The trip count in it may be in quotes, too.
  std::string_view text = config->value;
  for (const std::string_view key : {std::string_view("known_trip_count"), std::string_view("n")}) {
    const size_t at = text.find(key);
    if (at == std::string_view::npos) return std::nullopt;
    text.remove_prefix(at + key.size());
    text.remove_prefix(std::min(text.find_first_not_of("\\\": \n\t{"), text.size()));
  }
  double count = 0;
  size_t digits = 0;
  for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits)
    count = std::min(10 * count + (text[digits] - '0'), kMostTrips);
  return digits > 0 ? std::optional<double>(count) : std::nullopt;
}

std::optional<double> inferTripCount(const Module& module, const Instruction& loop) {
  const auto called = module.calledBy(loop);
  const auto operands = module.operandsOf(loop);
  if (called.size() != 2 || operands.size() != 1) return std::nullopt;
  const Instruction *body = rootOf(module, called[0]), *condition = rootOf(module, called[1]);
  const auto start = findSource(module, operands[0]);
  if (!body || !condition || !start || start->instruction->opcode != Opcode::kTuple) return std::nullopt;
  const auto limit = readLimit(module, *condition);
  const auto initial = module.operandsOf(*start->instruction);
  if (!limit || limit->variable.index < 0 || limit->variable.index >= static_cast<int64_t>(initial.size()))
    return std::nullopt;
  const auto first = readConstant(module, initial[static_cast<size_t>(limit->variable.index)]);
  if (!first) return std::nullopt;
  const PrimitiveType type = limit->variable.types.back();
  const Counter counter = {integerFor(type), integerFor(limit->variable.types.front()),           *first, limit->value,
                           limit->direction, readStep(module, *body, limit->variable.index, type)};
  const auto iterations = countIterations(counter);
  if (!iterations || (hlo::isFloating(type) && !isExact(type, counter, *iterations))) return std::nullopt;
  return static_cast<double>(*iterations);
}

}  // namespace

std::optional<double> findTripCount(const Module& module, const Instruction& loop) {
  const auto recorded = findRecordedTripCount(module, loop);
  if (recorded && *recorded < kMostTrips) return recorded;
  const auto inferred = inferTripCount(module, loop);
  return inferred && *inferred < kMostTrips ? inferred : std::nullopt;
}

}  // namespace hlorank::graph
