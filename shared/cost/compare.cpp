#include "shared/cost/compare.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

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

// Whether an instruction computes something. An instruction that does not, such as a parameter, is ignored when the old
// instructions from which a new one came are looked for.
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

// Opcode of an instruction and dimension sizes of its result.
using Operation = std::pair<hlo::Opcode, std::vector<int64_t>>;

class Comparer {
 public:
  Comparer(const Report& left, const Report& right)
      : left_(left), right_(right), diff_(diff::compare(left.module, right.module)), fusionOf_(findFusions(left)) {}

  CostComparison run() {
    findParts();
    for (InstructionId id = 0; id < right_.module.instructions.size(); ++id) {
      if (!isExecuted(right_, id)) continue;
      const InstructionId match = diff_.leftOf[id];
      if (isNew(id) && origins_[id] == kNone) addNew(id);
      if (!isNew(id) && !parts_.count(match)) addPair(match, id);
    }
    for (const auto& [fusion, parts] : parts_) addParts(fusion, parts);
    for (InstructionId id = 0; id < left_.module.instructions.size(); ++id) {
      if (isExecuted(left_, id) && !isExecuted(right_, diff_.rightOf[id]) && !parts_.count(id)) addRemoved(id);
    }
    // Sorts cost increases. Copies and transposes get 5 % more weight, so that they come first among nearly equal
    // increases, because they are avoidable.
    const auto weight = [&](const CostChange& change) {
      const bool moves = change.right != kNone && !describeMove(right_.module, change.right).empty();
      return change.seconds * (moves && change.seconds > 0 ? 1.05 : 1);
    };
    std::stable_sort(changes_.begin(), changes_.end(),
                     [&](const CostChange& a, const CostChange& b) { return weight(a) > weight(b); });
    const auto counts = diff_.counts();
    const size_t unchanged = counts[static_cast<size_t>(diff::Change::kUnchanged)];
    return {std::move(changes_), std::accumulate(counts.begin(), counts.end(), size_t{0}) - unchanged};
  }

 private:
  // Returns, for each instruction inside a fusion, the fusion that contains it; kNone for all other instructions.
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

  // Finds new instructions of the right module that compute parts of a fusion of the left module. First finds operands
  // of the fusion's counterpart that repeat operations of the fusion, and the operands of such operands. Then finds
  // instructions whose inner instructions have counterparts in the fusion.
  void findParts() {
    const size_t count = right_.module.instructions.size();
    origins_.assign(count, kNone);
    std::vector<InstructionId> found;
    for (InstructionId id = 0; id < count; ++id)
      if (isExecuted(right_, id) && fusionAround(id) != kNone) found.push_back(id);
    addOperands(found);
    for (InstructionId id = 0; id < count; ++id) {
      if (!isNew(id) || origins_[id] != kNone) continue;
      origins_[id] = findOrigin(id);
      if (origins_[id] != kNone) found.push_back(id);
    }
    addOperands(std::move(found));
    for (InstructionId id = 0; id < count; ++id)
      if (origins_[id] != kNone) parts_[origins_[id]].push_back(id);
  }

  void addOperands(std::vector<InstructionId> queue) {
    for (size_t next = 0; next < queue.size(); ++next) {
      const InstructionId fusion = fusionAround(queue[next]);
      for (const InstructionId operand : right_.module.operandsOf(right_.module.instructions[queue[next]])) {
        if (!isNew(operand) || origins_[operand] != kNone || !repeats(operand, fusion)) continue;
        origins_[operand] = fusion;
        queue.push_back(operand);
      }
    }
  }

  bool isNew(InstructionId id) const { return isExecuted(right_, id) && !isExecuted(left_, diff_.leftOf[id]); }

  // Returns the fusion of the left module whose counterpart, or a part of whose work, is instruction `id` of the right
  // module. Returns kNone if there is none.
  InstructionId fusionAround(InstructionId id) const {
    const InstructionId match = diff_.leftOf[id];
    if (isNew(id)) return origins_[id];
    return callingOf(left_.module.instructions[match]) == Calling::kFuses ? match : kNone;
  }

  // Calls visit(id) for an instruction. If the instruction is a fusion, also calls it for all instructions inside.
  template <class Visit>
  static void forFused(const Module& module, InstructionId id, Visit visit) {
    visit(id);
    if (callingOf(module.instructions[id]) != Calling::kFuses) return;
    for (const hlo::ComputationId callee : module.calledBy(module.instructions[id])) {
      const hlo::Range range = module.computations[callee].instructions;
      for (InstructionId inner = range.begin; inner < range.begin + range.size; ++inner) visit(inner);
    }
  }

  // Whether every operation that instruction `id` of the right module computes occurs in `fusion` of the left module,
  // with the same opcode and dimensions. False if the instruction computes no operation.
  bool repeats(InstructionId id, InstructionId fusion) {
    const auto operation = [](const Module& module, InstructionId inner) {
      const auto dimensions = module.dimensionsOf(module.instructions[inner].shape);
      return Operation{module.instructions[inner].opcode, {dimensions.begin(), dimensions.end()}};
    };
    std::set<Operation>& fused = operations_[fusion];
    if (fused.empty())
      forFused(left_.module, fusion, [&](InstructionId inner) { fused.insert(operation(left_.module, inner)); });
    bool any = false, all = true;
    forFused(right_.module, id, [&](InstructionId inner) {
      const Instruction& instruction = right_.module.instructions[inner];
      if (!isWork(instruction) || callingOf(instruction) == Calling::kFuses) return;
      any = true;
      all = all && fused.count(operation(right_.module, inner)) > 0;
    });
    return any && all;
  }

  // Returns the fusion of the left module that computed most of what instruction `id` of the right module computes.
  // Returns kNone if there is none.
  InstructionId findOrigin(InstructionId id) const {
    std::map<InstructionId, size_t> votes;
    forFused(right_.module, id, [&](InstructionId inner) {
      const InstructionId match = diff_.leftOf[inner];
      if (match != kNone && fusionOf_[match] != kNone && isWork(right_.module.instructions[inner]))
        ++votes[fusionOf_[match]];
    });
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

  // Adds the cost difference between `fusion` of the left module and the instructions of the right module that replace
  // it. These are `parts` and, if the fusion has a counterpart, that counterpart.
  void addParts(InstructionId fusion, std::vector<InstructionId> parts) {
    if (isExecuted(right_, diff_.rightOf[fusion])) parts.push_back(diff_.rightOf[fusion]);
    std::stable_sort(parts.begin(), parts.end(),
                     [&](InstructionId a, InstructionId b) { return seconds(right_, a) > seconds(right_, b); });
    CostChange change = {.left = fusion, .right = parts.front()};
    change.cost = left_.analysis.costOf(fusion) * -1;
    change.extraBytes = -stridedBytes(left_, fusion);
    change.seconds = -seconds(left_, fusion);
    for (const InstructionId part : parts) {
      change.cost += right_.analysis.costOf(part);
      change.extraBytes += stridedBytes(right_, part);
      change.seconds += seconds(right_, part);
    }
    const std::string loop = describeLoop(right_, change.right);
    change.reason = parts.size() == 1 ? nameOf(right_, change.right) + loop + ": " +
                                            describeIncrease(left_, fusion, right_, change.right)
                                      : nameOf(left_, fusion) + " fell apart" + loop + " into " + listOf(parts) +
                                            ": intermediate results go through memory";
    add(std::move(change));
  }

  std::string listOf(const std::vector<InstructionId>& parts) const {
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
  // [instructions of the left module] the fusion that contains each instruction.
  const std::vector<InstructionId> fusionOf_;
  // [instructions of the right module] The fusion of the left module whose work a new instruction does in part. kNone
  // if there is none.
  std::vector<InstructionId> origins_;
  // For each fusion of the left module, the new instructions of the right module that do part of its work.
  std::map<InstructionId, std::vector<InstructionId>> parts_;
  // For each fusion of the left module, the operations inside.
  std::map<InstructionId, std::set<Operation>> operations_;
  std::vector<CostChange> changes_;
};

}  // namespace

CostComparison compareCosts(const Report& left, const Report& right) {
  return Comparer(left, right).run();
}

}  // namespace hlorank::cost
