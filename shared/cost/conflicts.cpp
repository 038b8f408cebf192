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

// If an instruction is a fusion of one array that only copies it or changes its layout, returns the copy, transpose or
// reshape inside that moves the array; the first that changes the layout, if there is one. Otherwise returns nullptr.
// Sets `kind` to the kind of what is returned.
const Instruction* findFusedConflict(const Module& module, const Instruction& fusion, ConflictKind& kind) {
  const Instruction* found = nullptr;
  if (module.operandsOf(fusion).size() != 1) return found;
  for (const Instruction& inner : fusedBy(module, fusion)) {
    ConflictKind innerKind = ConflictKind::kCopy;
    if (isConflict(module, inner, innerKind)) {
      if (found && kind != ConflictKind::kCopy) continue;
      found = &inner;
      kind = innerKind;
    } else if (!takesNoTime(inner.opcode) && !keepsPlaces(module, inner)) {
      return nullptr;
    }
  }
  return found;
}

}  // namespace

std::string_view name(ConflictKind kind) {
  constexpr std::string_view kNames[] = {"copy", "layout copy", "memory copy", "transpose", "reshape"};
  return kNames[static_cast<size_t>(kind)];
}

std::vector<Conflict> listConflicts(const Module& module, const Analysis& analysis) {
  std::vector<Conflict> conflicts;
  const auto operandOf = [&](const Instruction& instruction) -> const Instruction& {
    return module.instructions[module.operandsOf(instruction)[0]];
  };
  // `mover`: instruction `id`, or, of a fusion, the one inside that moves the array.
  const auto add = [&](hlo::InstructionId id, ConflictKind kind, const Instruction& mover) {
    const Instruction& instruction = module.instructions[id];
    conflicts.push_back({.id = id,
                         .kind = kind,
                         .isFused = analysis.parts[id] == Part::kFused,
                         .from = operandOf(mover).shape,
                         .to = resultShape(module, mover),
                         .bytes = countResultBytes(module, operandOf(instruction)) +
                                  countBytes(module, resultShape(module, instruction)),
                         .trips = analysis.trips[id]});
  };
  std::vector<char> isListed(module.computations.size(), 0);  // [computations] whether the fusion of it is in the list
  ConflictKind kind = ConflictKind::kCopy;
  for (hlo::InstructionId id = 0; id < module.instructions.size(); ++id) {
    const Instruction& instruction = module.instructions[id];
    if (analysis.parts[id] != Part::kExecuted) continue;
    const Instruction* mover = findFusedConflict(module, instruction, kind);
    if (!mover) continue;
    isListed[module.calledBy(instruction)[0]] = 1;
    add(id, kind, *mover);
  }
  for (hlo::InstructionId id = 0; id < module.instructions.size(); ++id) {
    const Instruction& instruction = module.instructions[id];
    const bool isFused = analysis.parts[id] == Part::kFused;
    if ((analysis.parts[id] != Part::kExecuted && !isFused) || isListed[instruction.computation]) continue;
    // A copy to the same layout inside a fusion moves nothing.
    if (isConflict(module, instruction, kind) && !(isFused && kind == ConflictKind::kCopy)) add(id, kind, instruction);
  }
  std::stable_sort(conflicts.begin(), conflicts.end(),
                   [](const Conflict& a, const Conflict& b) { return a.bytes * a.trips > b.bytes * b.trips; });
  return conflicts;
}

}  // namespace hlorank::cost
