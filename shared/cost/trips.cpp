#include "shared/cost/trips.h"

#include <algorithm>
#include <cmath>

#include "shared/cost/sizes.h"
#include "shared/graph/call_context.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;

namespace {

constexpr int kMostSteps = 16;  // greatest number of copies and bitcasts to follow back to a constant

// Follows copies, bitcasts, reshapes and converts of scalars back to the instruction whose value they forward.
const Instruction* findSource(const Module& module, InstructionId id) {
  for (int step = 0; step < kMostSteps; ++step) {
    const Instruction& instruction = module.instructions[id];
    const bool forwards = instruction.opcode == Opcode::kCopy || instruction.opcode == Opcode::kBitcast ||
                          instruction.opcode == Opcode::kReshape || instruction.opcode == Opcode::kConvert;
    if (!forwards || module.operandsOf(instruction).size() != 1) return &instruction;
    id = module.operandsOf(instruction)[0];
  }
  return nullptr;
}

std::optional<int64_t> readConstant(const Module& module, InstructionId id) {
  const Instruction* source = findSource(module, id);
  if (!source || source->opcode != Opcode::kConstant) return std::nullopt;
  return parseInteger(source->literal);
}

// Returns the index of the loop variable (element of the loop's tuple) that an instruction in the body or condition
// reads. Returns nullopt if the instruction reads anything else.
std::optional<int64_t> readVariable(const Module& module, InstructionId id) {
  const Instruction* source = findSource(module, id);
  if (!source || source->opcode != Opcode::kGetTupleElement) return std::nullopt;
  const Instruction* tuple = findSource(module, module.operandsOf(*source)[0]);
  if (!tuple || tuple->opcode != Opcode::kParameter) return std::nullopt;
  return source->number;
}

const Instruction* rootOf(const Module& module, hlo::ComputationId computation) {
  const InstructionId root = module.computations[computation].root;
  return root == hlo::kNone ? nullptr : &module.instructions[root];
}

// The condition under which a loop continues: variable < value or variable <= value. Loops that count down have > or
// >=.
struct Limit {
  int64_t variable = 0, value = 0;
  std::string_view direction;
};

std::optional<Limit> readLimit(const Module& module, const Instruction& compare) {
  const auto operands = module.operandsOf(compare);
  const hlo::Attribute* direction = module.attribute(compare, "direction");
  if (compare.opcode != Opcode::kCompare || operands.size() != 2 || !direction) return std::nullopt;
  if (const auto variable = readVariable(module, operands[0])) {
    const auto value = readConstant(module, operands[1]);
    return value ? std::optional<Limit>({*variable, *value, direction->value}) : std::nullopt;
  }
  const auto variable = readVariable(module, operands[1]);
  const auto value = readConstant(module, operands[0]);
  if (!variable || !value) return std::nullopt;
  const std::string_view word = direction->value;
  const std::string_view flipped = word == "LT"   ? "GT"
                                   : word == "GT" ? "LT"
                                   : word == "LE" ? "GE"
                                   : word == "GE" ? "LE"
                                                  : "";
  return Limit{*variable, *value, flipped};
}

// Returns the constant that the body of a loop adds to a variable in each iteration. Returns nullopt if the body
// changes the variable in another way.
std::optional<int64_t> readStep(const Module& module, const Instruction& root, int64_t variable) {
  const auto values = module.operandsOf(root);
  if (root.opcode != Opcode::kTuple || variable < 0 || variable >= static_cast<int64_t>(values.size()))
    return std::nullopt;
  const Instruction* next = findSource(module, values[static_cast<size_t>(variable)]);
  if (!next || (next->opcode != Opcode::kAdd && next->opcode != Opcode::kSubtract)) return std::nullopt;
  const auto operands = module.operandsOf(*next);
  if (operands.size() != 2) return std::nullopt;
  const bool isAdd = next->opcode == Opcode::kAdd;
  for (size_t i = 0; i < (isAdd ? 2u : 1u); ++i) {
    const auto step = readConstant(module, operands[1 - i]);
    if (readVariable(module, operands[i]) == variable && step) return isAdd ? *step : -*step;
  }
  return std::nullopt;
}

std::optional<double> inferTripCount(const Module& module, const Instruction& loop) {
  const auto called = module.calledBy(loop);
  const auto operands = module.operandsOf(loop);
  if (called.size() != 2 || operands.size() != 1) return std::nullopt;
  const Instruction *body = rootOf(module, called[0]), *condition = rootOf(module, called[1]);
  const Instruction* start = findSource(module, operands[0]);
  if (!body || !condition || !start || start->opcode != Opcode::kTuple) return std::nullopt;
  const auto limit = readLimit(module, *condition);
  const auto initial = module.operandsOf(*start);
  if (!limit || limit->variable < 0 || limit->variable >= static_cast<int64_t>(initial.size())) return std::nullopt;
  const auto first = readConstant(module, initial[static_cast<size_t>(limit->variable)]);
  const auto step = readStep(module, *body, limit->variable);
  if (!first || !step || *step == 0) return std::nullopt;
  const bool isUp = limit->direction == "LT" || limit->direction == "LE";
  const bool isDown = limit->direction == "GT" || limit->direction == "GE";
  if ((isUp && *step < 0) || (isDown && *step > 0) || (!isUp && !isDown)) return std::nullopt;
  const double distance = (static_cast<double>(limit->value) - static_cast<double>(*first)) * (isUp ? 1 : -1);
  const double size = std::abs(static_cast<double>(*step));
  const bool isInclusive = limit->direction == "LE" || limit->direction == "GE";
  const double trips = isInclusive ? std::floor(distance / size) + 1 : std::ceil(distance / size);
  return std::clamp(trips, 0.0, kMostTrips);
}

}  // namespace

std::optional<double> findTripCount(const Module& module, const Instruction& loop) {
  const auto recorded = graph::findRecordedTripCount(module, loop);
  return recorded ? recorded : inferTripCount(module, loop);
}

}  // namespace hlorank::cost
