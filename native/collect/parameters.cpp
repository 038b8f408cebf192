#include "native/collect/parameters.h"

#include <map>
#include <vector>

namespace hlorank::collect {

namespace {

using hlo::Opcode;

bool needsPositive(Opcode opcode) {
  return opcode == Opcode::kSqrt || opcode == Opcode::kRsqrt || opcode == Opcode::kLog || opcode == Opcode::kPower;
}

// Whether the result is positive if all operands are.
bool keepsPositive(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAdd:
    case Opcode::kMultiply:
    case Opcode::kDivide:
    case Opcode::kMaximum:
    case Opcode::kBroadcast:
    case Opcode::kReshape:
    case Opcode::kTranspose:
    case Opcode::kBitcast:
    case Opcode::kCopy:
    case Opcode::kConvert:
    case Opcode::kSlice:
    case Opcode::kConcatenate:
      return true;
    default:
      return false;
  }
}

// Returns, for each instruction of the entry computation, 1 if its result must be positive.
std::vector<uint8_t> findPositive(const hlo::Module& module) {
  const hlo::Computation& entry = module.computations[module.entry];
  const auto list = module.instructionsOf(entry);
  const hlo::InstructionId first = entry.instructions.begin;
  std::vector<uint8_t> isPositive(list.size(), 0);
  std::vector<hlo::InstructionId> pending;
  const auto require = [&](hlo::InstructionId id) {
    if (isPositive[id - first] == 0) pending.push_back(id);
    isPositive[id - first] = 1;
  };
  for (const hlo::Instruction& instruction : list)
    if (needsPositive(instruction.opcode)) require(module.operandsOf(instruction)[0]);
  while (!pending.empty()) {
    const hlo::Instruction& instruction = module.instructions[pending.back()];
    pending.pop_back();
    if (!keepsPositive(instruction.opcode)) continue;
    for (const hlo::InstructionId operand : module.operandsOf(instruction)) require(operand);
  }
  return isPositive;
}

}  // namespace

nlohmann::json describeParameters(const hlo::Module& module) {
  const auto list = module.instructionsOf(module.computations[module.entry]);
  const std::vector<uint8_t> isPositive = findPositive(module);
  std::map<int64_t, nlohmann::json> byNumber;
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i].opcode != Opcode::kParameter) continue;
    const auto sizes = module.dimensionsOf(list[i].shape);
    nlohmann::json& parameter = byNumber[list[i].number];
    parameter = {hlo::name(module.shapes[list[i].shape].type), std::vector<int64_t>(sizes.begin(), sizes.end())};
    if (isPositive[i] != 0) parameter.push_back(true);
  }
  nlohmann::json parameters = nlohmann::json::array();
  for (auto& [number, parameter] : byNumber) parameters.push_back(std::move(parameter));
  return parameters;
}

}  // namespace hlorank::collect
