#include "shared/cost/compare.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "shared/cost/reasons.h"
#include "shared/cost/strides.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::InstructionId;
using hlo::kNone;
using hlo::Module;

namespace {

double stridedBytes(const Report& report, InstructionId id) {
  double bytes = 0;
  for (const StridedTensor& tensor : findStridedTensors(report.module, report.module.instructions[id]))
    bytes += tensor.extraBytes;
  return bytes * report.analysis.trips[id];
}

bool isExecuted(const Report& report, InstructionId id) {
  return id != kNone && report.analysis.parts[id] == Part::kExecuted;
}

// Instructions that compute something; the others do not tell where a computation came from.
bool isWork(const Instruction& instruction) {
  switch (instruction.opcode) {
    case hlo::Opcode::kParameter:
    case hlo::Opcode::kConstant:
    case hlo::Opcode::kTuple:
    case hlo::Opcode::kGetTupleElement:
    case hlo::Opcode::kBitcast:
    case hlo::Opcode::kCopy:
    case hlo::Opcode::kTranspose:
      return false;
    default:
      return true;
  }
}

class Comparer {
 public:
  Comparer(const Report& left, const Report& right)
      : left_(left), right_(right), diff_(diff::compare(left.module, right.module)), fusionOf_(findFusions(left)) {}

  CostComparison run() {
    for (InstructionId id = 0; id < right_.module.instructions.size(); ++id) {
      if (!isExecuted(right_, id)) continue;
      const InstructionId match = diff_.leftOf[id];
      if (isExecuted(left_, match)) {
        addPair(match, id);
      } else {
        const InstructionId fusion = findOrigin(id);
        fusion == kNone ? addNew(id) : parts_[fusion].push_back(id);
      }
    }
    for (const auto& [fusion, parts] : parts_) addParts(fusion, parts);
    for (InstructionId id = 0; id < left_.module.instructions.size(); ++id) {
      if (isExecuted(left_, id) && !isExecuted(right_, diff_.rightOf[id]) && !parts_.count(id)) addRemoved(id);
    }
    // Among nearly equal increases, copies and transposes come first: they are the avoidable ones.
    const auto weight = [&](const CostChange& change) {
      const bool moves = change.right != kNone && !describeMove(right_.module, change.right).empty();
      return change.seconds * (moves ? 1.05 : 1);
    };
    std::stable_sort(changes_.begin(), changes_.end(),
                     [&](const CostChange& a, const CostChange& b) { return weight(a) > weight(b); });
    return {std::move(changes_)};
  }

 private:
  // The executed fusion around each fused instruction.
  static std::vector<InstructionId> findFusions(const Report& report) {
    const Module& module = report.module;
    std::vector<InstructionId> callers(module.computations.size(), kNone), fusions(module.instructions.size(), kNone);
    for (InstructionId id = 0; id < module.instructions.size(); ++id) {
      if (!isExecuted(report, id) || callingOf(module.instructions[id]) != Calling::kFuses) continue;
      for (const hlo::ComputationId callee : module.calledBy(module.instructions[id])) callers[callee] = id;
    }
    for (InstructionId id = 0; id < module.instructions.size(); ++id)
      fusions[id] = callers[module.instructions[id].computation];
    return fusions;
  }

  // The fusion of the left module that computed most of what an instruction of the right one computes; kNone if none.
  InstructionId findOrigin(InstructionId id) const {
    std::map<InstructionId, size_t> votes;
    const auto vote = [&](InstructionId inner) {
      const InstructionId match = diff_.leftOf[inner];
      if (match != kNone && fusionOf_[match] != kNone && isWork(right_.module.instructions[inner]))
        ++votes[fusionOf_[match]];
    };
    vote(id);
    const Instruction& instruction = right_.module.instructions[id];
    if (callingOf(instruction) == Calling::kFuses) {
      for (const hlo::ComputationId callee : right_.module.calledBy(instruction)) {
        const hlo::Range range = right_.module.computations[callee].instructions;
        for (InstructionId inner = range.begin; inner < range.begin + range.size; ++inner) vote(inner);
      }
    }
    const auto most =
        std::max_element(votes.begin(), votes.end(), [](auto& a, auto& b) { return a.second < b.second; });
    return most == votes.end() ? kNone : most->first;
  }

  double seconds(const Report& report, InstructionId id, double strided) const {
    Cost cost = report.analysis.costOf(id);
    cost.bytes += strided;
    return estimateSeconds(cost, right_.machine);
  }
  double seconds(const Report& report, InstructionId id) const { return seconds(report, id, stridedBytes(report, id)); }

  void add(CostChange change) {
    const bool isChanged =
        change.seconds != 0 || change.cost.flops != 0 || change.cost.bytes != 0 || change.cost.transcendentals != 0;
    if (isChanged) changes_.push_back(std::move(change));
  }

  std::string nameOf(const Report& report, InstructionId id) const {
    return std::string(report.module.instructions[id].name);
  }

  void addPair(InstructionId before, InstructionId after) {
    CostChange change = {.left = before, .right = after};
    change.cost = right_.analysis.costOf(after) - left_.analysis.costOf(before);
    change.extraBytes = stridedBytes(right_, after) - stridedBytes(left_, before);
    change.seconds = seconds(right_, after) - seconds(left_, before);
    if (change.seconds > 0) {
      change.reason =
          nameOf(right_, after) + describeLoop(right_, after) + ": " + describeIncrease(left_, before, right_, after);
    } else {
      change.reason = nameOf(right_, after) + describeLoop(right_, after) + " costs less";
    }
    add(std::move(change));
  }

  void addNew(InstructionId id) {
    CostChange change = {.right = id};
    change.cost = right_.analysis.costOf(id);
    change.extraBytes = stridedBytes(right_, id);
    change.seconds = seconds(right_, id);
    const std::string move = describeMove(right_.module, id);
    change.reason = nameOf(right_, id) + " appeared" + describeLoop(right_, id) + (move.empty() ? "" : ": it " + move);
    add(std::move(change));
  }

  // A fusion of the left module and the new instructions that compute parts of it.
  void addParts(InstructionId fusion, const std::vector<InstructionId>& parts) {
    CostChange change = {.left = fusion};
    const InstructionId rest = diff_.rightOf[fusion];  // its pair, if it has one, is in the list by itself
    if (!isExecuted(right_, rest)) {
      change.cost = left_.analysis.costOf(fusion) * -1;
      change.extraBytes = -stridedBytes(left_, fusion);
      change.seconds = -seconds(left_, fusion);
    }
    double most = -1;
    for (const InstructionId part : parts) {
      change.cost += right_.analysis.costOf(part);
      change.extraBytes += stridedBytes(right_, part);
      const double own = seconds(right_, part);
      change.seconds += own;
      if (own > most) most = own, change.right = part;
    }
    const std::string after = nameOf(right_, change.right);
    change.reason =
        parts.size() == 1 && !isExecuted(right_, rest)
            ? after + describeLoop(right_, change.right) + ": " + describeIncrease(left_, fusion, right_, change.right)
            : nameOf(left_, fusion) + " fell apart" + describeLoop(right_, change.right) + " into " +
                  listOf(parts, rest) + ": intermediate results go through memory";
    add(std::move(change));
  }

  std::string listOf(std::vector<InstructionId> parts, InstructionId rest) const {
    if (isExecuted(right_, rest)) parts.push_back(rest);
    std::stable_sort(parts.begin(), parts.end(),
                     [&](InstructionId a, InstructionId b) { return seconds(right_, a) > seconds(right_, b); });
    constexpr size_t kListed = 4;
    std::string text = std::to_string(parts.size()) + " instructions (";
    for (size_t i = 0; i < std::min(parts.size(), kListed); ++i) text += (i > 0 ? ", " : "") + nameOf(right_, parts[i]);
    return text + (parts.size() > kListed ? ", …)" : ")");
  }

  void addRemoved(InstructionId id) {
    CostChange change = {.left = id};
    change.cost = left_.analysis.costOf(id) * -1;
    change.extraBytes = -stridedBytes(left_, id);
    change.seconds = -seconds(left_, id);
    change.reason = nameOf(left_, id) + " disappeared" + describeLoop(left_, id);
    add(std::move(change));
  }

  const Report& left_;
  const Report& right_;
  const diff::Diff diff_;
  const std::vector<InstructionId> fusionOf_;                  // [instructions of left]
  std::map<InstructionId, std::vector<InstructionId>> parts_;  // by fusion of left: new instructions of right
  std::vector<CostChange> changes_;
};

}  // namespace

CostComparison compareCosts(const Report& left, const Report& right) {
  return Comparer(left, right).run();
}

}  // namespace hlorank::cost
