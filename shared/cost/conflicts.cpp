#include "shared/cost/conflicts.h"

#include <algorithm>

#include "shared/cost/hotspots.h"
#include "shared/cost/layouts.h"
#include "shared/cost/sizes.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;

namespace {

bool isConflict(const Module& module, const Instruction& instruction, ConflictKind& kind) {
  const auto operands = module.operandsOf(instruction);
  const hlo::Shape& to = module.shapes[resultShape(module, instruction)];
  if (operands.size() != 1 || hlo::bitWidth(to.type) == 0) return false;
  const hlo::Shape& from = module.shapes[module.instructions[operands[0]].shape];
  switch (instruction.opcode) {
    case Opcode::kCopy:
    case Opcode::kCopyStart:
      kind = keepsPlaces(module, instruction)       ? ConflictKind::kCopy
             : from.layoutSuffix == to.layoutSuffix ? ConflictKind::kLayoutCopy
             : haveSameOrder(module, from, to)      ? ConflictKind::kMemoryCopy
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

// Whether an instruction is a fusion of one array that only changes its layout. It then moves the array, as the copy or
// transpose inside it would. Sets `kind` to that of the first one inside.
bool isFusedConflict(const Module& module, const Instruction& fusion, ConflictKind& kind) {
  if (fusion.opcode != Opcode::kFusion || module.operandsOf(fusion).size() != 1 || !isLayoutChange(module, fusion))
    return false;
  const auto inside = module.instructionsOf(module.computations[module.calledBy(fusion)[0]]);
  return std::any_of(inside.begin(), inside.end(), [&](const Instruction& inner) {
    return isConflict(module, inner, kind) && kind != ConflictKind::kCopy;
  });
}

}  // namespace

std::string_view name(ConflictKind kind) {
  constexpr std::string_view kNames[] = {"copy", "layout copy", "memory copy", "transpose", "reshape"};
  return kNames[static_cast<size_t>(kind)];
}

std::vector<Conflict> listConflicts(const Module& module, const Analysis& analysis) {
  std::vector<Conflict> conflicts;
  const auto add = [&](hlo::InstructionId id, ConflictKind kind) {
    const Instruction& instruction = module.instructions[id];
    const Instruction& operand = module.instructions[module.operandsOf(instruction)[0]];
    const hlo::ShapeId to = resultShape(module, instruction);
    conflicts.push_back({.id = id,
                         .kind = kind,
                         .isFused = analysis.parts[id] == Part::kFused,
                         .from = operand.shape,
                         .to = to,
                         .bytes = countResultBytes(module, operand) + countBytes(module, to),
                         .trips = analysis.trips[id]});
  };
  std::vector<char> isListed(module.computations.size(), 0);  // [computations] whether the fusion of it is in the list
  ConflictKind kind = ConflictKind::kCopy;
  for (hlo::InstructionId id = 0; id < module.instructions.size(); ++id) {
    const Instruction& instruction = module.instructions[id];
    if (analysis.parts[id] != Part::kExecuted || !isFusedConflict(module, instruction, kind)) continue;
    isListed[module.calledBy(instruction)[0]] = 1;
    add(id, kind);
  }
  for (hlo::InstructionId id = 0; id < module.instructions.size(); ++id) {
    const Instruction& instruction = module.instructions[id];
    const bool isFused = analysis.parts[id] == Part::kFused;
    if ((analysis.parts[id] != Part::kExecuted && !isFused) || isListed[instruction.computation]) continue;
    // A copy to the same layout inside a fusion moves nothing.
    if (isConflict(module, instruction, kind) && !(isFused && kind == ConflictKind::kCopy)) add(id, kind);
  }
  std::stable_sort(conflicts.begin(), conflicts.end(),
                   [](const Conflict& a, const Conflict& b) { return a.bytes * a.trips > b.bytes * b.trips; });
  return conflicts;
}

}  // namespace hlorank::cost
