#include "shared/cost/conflicts.h"

#include <algorithm>

#include "shared/cost/layouts.h"
#include "shared/cost/sizes.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;

namespace {

bool isConflict(const Module& module, const Instruction& instruction, ConflictKind& kind) {
  const auto operands = module.operandsOf(instruction);
  if (operands.size() != 1 || hlo::bitWidth(module.shapes[instruction.shape].type) == 0) return false;
  const hlo::Shape& from = module.shapes[module.instructions[operands[0]].shape];
  const hlo::Shape& to = module.shapes[instruction.shape];
  switch (instruction.opcode) {
    case Opcode::kCopy:
      kind = keepsPlaces(module, instruction)       ? ConflictKind::kCopy
             : from.layoutSuffix != to.layoutSuffix ? ConflictKind::kMemoryCopy
                                                    : ConflictKind::kLayoutCopy;
      return true;
    case Opcode::kTranspose:
      kind = ConflictKind::kTranspose;
      return from.hasLayout && !keepsPlaces(module, instruction);
    case Opcode::kReshape:
      kind = ConflictKind::kReshape;
      return from.hasLayout && !keepsPlaces(module, instruction);
    default:
      return false;
  }
}

}  // namespace

std::string_view name(ConflictKind kind) {
  constexpr std::string_view kNames[] = {"copy", "layout copy", "memory copy", "transpose", "reshape"};
  return kNames[static_cast<size_t>(kind)];
}

std::vector<Conflict> listConflicts(const Module& module, const Analysis& analysis) {
  std::vector<Conflict> conflicts;
  for (hlo::InstructionId id = 0; id < module.instructions.size(); ++id) {
    const Instruction& instruction = module.instructions[id];
    if (analysis.parts[id] != Part::kExecuted && analysis.parts[id] != Part::kFused) continue;
    Conflict conflict = {.id = id};
    if (!isConflict(module, instruction, conflict.kind)) continue;
    conflict.isFused = analysis.parts[id] == Part::kFused;
    if (conflict.isFused && conflict.kind == ConflictKind::kCopy) continue;  // a copy inside a fusion moves nothing
    const Instruction& operand = module.instructions[module.operandsOf(instruction)[0]];
    conflict.bytes = countResultBytes(module, operand) + countBytes(module, instruction.shape);
    conflict.trips = analysis.trips[id];
    conflicts.push_back(conflict);
  }
  std::stable_sort(conflicts.begin(), conflicts.end(),
                   [](const Conflict& a, const Conflict& b) { return a.bytes * a.trips > b.bytes * b.trips; });
  return conflicts;
}

}  // namespace hlorank::cost
