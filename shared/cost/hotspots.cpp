#include "shared/cost/hotspots.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "shared/cost/layouts.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;

namespace {

bool movesLayout(const Module& module, const Instruction& instruction) {
  const Opcode opcode = instruction.opcode;
  if (opcode == Opcode::kCopy || opcode == Opcode::kCopyStart) return reordersCopy(module, instruction);
  return (opcode == Opcode::kTranspose || opcode == Opcode::kReshape) && !keepsPlaces(module, instruction);
}

}  // namespace

std::span<const Instruction> fusedBy(const Module& module, const Instruction& fusion) {
  const auto called = module.calledBy(fusion);
  if (fusion.opcode != Opcode::kFusion || called.empty()) return {};
  const hlo::Range range = module.computations[called[0]].instructions;
  return {module.instructions.data() + range.begin, range.size};
}

bool takesNoTime(Opcode opcode) {
  return opcode == Opcode::kParameter || opcode == Opcode::kTuple || opcode == Opcode::kGetTupleElement ||
         opcode == Opcode::kConstant || opcode == Opcode::kBitcast;
}

bool isLayoutChange(const Module& module, const Instruction& instruction) {
  if (instruction.opcode != Opcode::kFusion) return movesLayout(module, instruction);
  bool moves = false;
  for (const Instruction& inner : fusedBy(module, instruction)) {
    if (takesNoTime(inner.opcode) || keepsPlaces(module, inner)) continue;
    if (!movesLayout(module, inner)) return false;
    moves = true;
  }
  return moves;
}

std::vector<Hotspot> listHotspots(const Module& module, const Analysis& analysis, const Machine& machine) {
  std::vector<Hotspot> hotspots;
  double total = 0;
  for (InstructionId id = 0; id < module.instructions.size(); ++id) {
    if (analysis.parts[id] != Part::kExecuted) continue;
    Hotspot spot;
    spot.id = id;
    spot.cost = analysis.costOf(id);
    spot.trips = analysis.trips[id];
    spot.seconds = estimateSeconds(spot.cost, machine);
    spot.bound = findBound(spot.cost, machine);
    if (spot.bound != Bound::kNone && isLayoutChange(module, module.instructions[id])) spot.bound = Bound::kLayout;
    total += spot.seconds;
    hotspots.push_back(spot);
  }
  for (Hotspot& spot : hotspots) spot.share = total > 0 ? spot.seconds / total : 0;
  std::stable_sort(hotspots.begin(), hotspots.end(),
                   [](const Hotspot& a, const Hotspot& b) { return a.seconds > b.seconds; });
  return hotspots;
}

void addMeasured(std::vector<Hotspot>& hotspots, const MeasuredTimes& measured) {
  std::vector<char> isListed(measured.seconds.size(), 0);
  for (const Hotspot& spot : hotspots) isListed[spot.id] = 1;
  for (InstructionId id = 0; id < measured.seconds.size(); ++id) {
    if (measured.seconds[id] == 0 || isListed[id]) continue;
    hotspots.emplace_back().id = id;
  }
  for (Hotspot& spot : hotspots) {
    spot.measured = measured.seconds[spot.id];
    spot.measuredShare = measured.sum > 0 ? spot.measured / measured.sum : 0;
    spot.measuredSpread = measured.spread[spot.id];
  }
  std::stable_sort(hotspots.begin(), hotspots.end(), [](const Hotspot& a, const Hotspot& b) {
    return a.measured != b.measured ? a.measured > b.measured : a.seconds > b.seconds;
  });
}

bool disagree(double measuredShare, double estimatedShare) {
  const auto [low, high] = std::minmax(measuredShare, estimatedShare);
  return high >= kLeastShare && high > kDisagreement * low;
}

double sumSeconds(const std::vector<Hotspot>& hotspots) {
  return std::accumulate(hotspots.begin(), hotspots.end(), 0.0,
                         [](double sum, const Hotspot& spot) { return sum + spot.seconds; });
}

}  // namespace hlorank::cost
