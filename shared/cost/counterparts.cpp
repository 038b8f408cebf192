#include "shared/cost/counterparts.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "shared/cost/instruction_cost.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::InstructionId;
using hlo::kNone;
using hlo::Module;

namespace {

// Whether an instruction is part of the program and has a cost of its own. False for kNone.
bool isExecuted(const Report& report, InstructionId id) {
  return id != kNone && report.analysis.parts[id] == Part::kExecuted;
}

// Whether an instruction of `to` is executed, but has no match in `from` that is. `matchOf`: [instructions of `to`] the
// matching instruction of `from`, or kNone.
bool isUnmatched(const Report& from, const Report& to, const std::vector<InstructionId>& matchOf, InstructionId id) {
  return isExecuted(to, id) && !isExecuted(from, matchOf[id]);
}

// Whether an instruction computes something. Instructions that do not, such as parameters, are ignored when the fusion
// that computed the same is looked for.
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

bool isFusion(const Instruction& instruction) {
  return callingOf(instruction) == Calling::kFuses;
}

// Calls visit(id) for an instruction. If the instruction is a fusion, also calls it for all instructions inside.
template <class Visit>
void forFused(const Module& module, InstructionId id, Visit visit) {
  visit(id);
  if (!isFusion(module.instructions[id])) return;
  for (const hlo::ComputationId callee : module.calledBy(module.instructions[id])) {
    const hlo::Range range = module.computations[callee].instructions;
    for (InstructionId inner = range.begin; inner < range.begin + range.size; ++inner) visit(inner);
  }
}

// Opcode of an instruction and dimension sizes of its result.
using Operation = std::pair<hlo::Opcode, std::vector<int64_t>>;

// Finds the separate instructions of one version, `to`, that do the work of a fusion of the other, `from`. `matchOf`:
// [instructions of `to`] the matching instruction of `from`, or kNone.
//
// First finds operands of the fusion's match that repeat operations of the fusion, and the operands of such operands.
// Then finds instructions whose inner instructions match instructions in the fusion.
class PartFinder {
 public:
  PartFinder(const Report& from, const Report& to, const std::vector<InstructionId>& matchOf)
      : from_(from), to_(to), matchOf_(matchOf), around_(from.module.instructions.size(), kNone) {
    for (InstructionId id = 0; id < around_.size(); ++id) {
      if (!isExecuted(from, id) || !isFusion(from.module.instructions[id])) continue;
      forFused(from.module, id, [&](InstructionId inner) { around_[inner] = inner == id ? kNone : id; });
    }
  }

  // Returns, for each executed instruction of `to` that has no executed match in `from`, the fusion of `from` that does
  // the instruction's work as a part of its own; kNone if there is none, and for all other instructions. O(n log n).
  std::vector<InstructionId> run() {
    const size_t count = to_.module.instructions.size();
    origins_.assign(count, kNone);
    std::vector<InstructionId> found;
    for (InstructionId id = 0; id < count; ++id)
      if (isExecuted(to_, id) && fusionOf(id) != kNone) found.push_back(id);
    addOperands(found);
    for (InstructionId id = 0; id < count; ++id) {
      if (!isUnmatched(id) || origins_[id] != kNone) continue;
      origins_[id] = findOrigin(id);
      if (origins_[id] != kNone) found.push_back(id);
    }
    addOperands(std::move(found));
    return std::move(origins_);
  }

 private:
  bool isUnmatched(InstructionId id) const { return cost::isUnmatched(from_, to_, matchOf_, id); }

  // Returns the fusion that matches instruction `id`, or a part of whose work the instruction does; kNone if there is
  // none.
  InstructionId fusionOf(InstructionId id) const {
    if (isUnmatched(id)) return origins_[id];
    return isFusion(from_.module.instructions[matchOf_[id]]) ? matchOf_[id] : kNone;
  }

  void addOperands(std::vector<InstructionId> queue) {
    for (size_t next = 0; next < queue.size(); ++next) {
      const InstructionId fusion = fusionOf(queue[next]);
      for (const InstructionId operand : to_.module.operandsOf(to_.module.instructions[queue[next]])) {
        if (!isUnmatched(operand) || origins_[operand] != kNone || !repeats(operand, fusion)) continue;
        origins_[operand] = fusion;
        queue.push_back(operand);
      }
    }
  }

  // Whether every operation that instruction `id` computes occurs in `fusion` with the same dimensions. False if the
  // instruction computes no operation.
  bool repeats(InstructionId id, InstructionId fusion) {
    const auto operation = [](const Module& module, InstructionId inner) {
      const auto dimensions = module.dimensionsOf(module.instructions[inner].shape);
      return Operation{module.instructions[inner].opcode, {dimensions.begin(), dimensions.end()}};
    };
    std::set<Operation>& fused = operations_[fusion];
    if (fused.empty())
      forFused(from_.module, fusion, [&](InstructionId inner) { fused.insert(operation(from_.module, inner)); });
    bool any = false, all = true;
    forFused(to_.module, id, [&](InstructionId inner) {
      const Instruction& instruction = to_.module.instructions[inner];
      if (!isWork(instruction) || isFusion(instruction)) return;
      any = true;
      all = all && fused.count(operation(to_.module, inner)) > 0;
    });
    return any && all;
  }

  // Returns the fusion that computed most of what instruction `id` computes; kNone if there is none.
  InstructionId findOrigin(InstructionId id) const {
    std::map<InstructionId, size_t> votes;
    forFused(to_.module, id, [&](InstructionId inner) {
      const InstructionId match = matchOf_[inner];
      if (match != kNone && around_[match] != kNone && isWork(to_.module.instructions[inner])) ++votes[around_[match]];
    });
    const auto most =
        std::max_element(votes.begin(), votes.end(), [](auto& a, auto& b) { return a.second < b.second; });
    return most == votes.end() ? kNone : most->first;
  }

  const Report &from_, &to_;
  const std::vector<InstructionId>& matchOf_;
  std::vector<InstructionId> around_;   // [instructions of `from`] the fusion that contains each instruction
  std::vector<InstructionId> origins_;  // [instructions of `to`] the result
  std::map<InstructionId, std::set<Operation>> operations_;  // of each fusion of `from`, the operations inside
};

// Returns the FLOPs of the matrix multiplications and convolutions that an instruction computes, alone or in a fusion.
// Custom calls with known FLOPs are such.
double multiplicationFlops(const Report& report, InstructionId id) {
  double flops = 0;
  forFused(report.module, id, [&](InstructionId inner) {
    const hlo::Opcode opcode = report.module.instructions[inner].opcode;
    if (opcode == hlo::Opcode::kDot || opcode == hlo::Opcode::kConvolution || opcode == hlo::Opcode::kCustomCall)
      flops += report.analysis.own[inner].flops;
  });
  return flops * report.analysis.trips[id];
}

// Whether two matched instructions have different opcodes, and only one of them multiplies matrices or only one of them
// has a cost. A dot, and a transpose that the layouts make free, are not the same work. A fusion may be the same work
// as what is left of it, even if that is free.
bool isOtherWork(const Report& left, InstructionId a, const Report& right, InstructionId b) {
  const auto isFree = [](const Cost& cost) { return cost.flops == 0 && cost.transcendentals == 0 && cost.bytes == 0; };
  const Instruction &before = left.module.instructions[a], &after = right.module.instructions[b];
  if (!isExecuted(left, a) || !isExecuted(right, b) || before.opcode == after.opcode) return false;
  const auto multiplies = [](const Report& report, InstructionId id) {  // a custom call may, with unknown FLOPs
    return report.module.instructions[id].opcode == hlo::Opcode::kCustomCall || multiplicationFlops(report, id) > 0;
  };
  if (multiplies(left, a) != multiplies(right, b)) return true;
  return !isFusion(before) && !isFusion(after) && isFree(left.analysis.costOf(a)) != isFree(right.analysis.costOf(b));
}

// Matches multiplications of `to` that have no executed match with executed multiplications of `from` that have the
// same FLOPs and match an instruction inside. Changes the matches in both directions.
void matchFused(const Report& from, const Report& to, std::vector<InstructionId>& fromOf,
                std::vector<InstructionId>& toOf) {
  for (InstructionId id = 0; id < fromOf.size(); ++id) {
    if (!isUnmatched(from, to, fromOf, id)) continue;
    const double flops = multiplicationFlops(to, id);
    InstructionId found = kNone;
    forFused(to.module, id, [&](InstructionId inner) {
      const InstructionId match = fromOf[inner];
      if (flops > 0 && match != kNone && isUnmatched(to, from, toOf, match) &&
          multiplicationFlops(from, match) == flops)
        found = match;
    });
    if (found == kNone) continue;
    fromOf[id] = found;
    toOf[found] = id;
  }
}

// Corrects the matches between the instructions of two modules (see Diff::leftOf and Diff::rightOf) for the comparison
// of costs. First undoes the matches of instructions that are not the same work. Then matches multiplications that have
// the same FLOPs: those that were fused or are now separate, then the remaining ones in the order of the programs.
void correctMatches(const Report& left, const Report& right, std::vector<InstructionId>& leftOf,
                    std::vector<InstructionId>& rightOf) {
  for (InstructionId id = 0; id < leftOf.size(); ++id) {
    if (leftOf[id] == kNone || !isOtherWork(left, leftOf[id], right, id)) continue;
    rightOf[leftOf[id]] = kNone;
    leftOf[id] = kNone;
  }
  matchFused(left, right, leftOf, rightOf);
  matchFused(right, left, rightOf, leftOf);
  std::map<double, std::vector<InstructionId>> remaining;
  for (auto id = static_cast<InstructionId>(rightOf.size()); id-- > 0;)
    if (isUnmatched(right, left, rightOf, id)) remaining[multiplicationFlops(left, id)].push_back(id);
  for (InstructionId id = 0; id < leftOf.size(); ++id) {
    if (!isUnmatched(left, right, leftOf, id)) continue;
    const double flops = multiplicationFlops(right, id);
    const auto found = remaining.find(flops);
    if (flops == 0 || found == remaining.end() || found->second.empty()) continue;
    leftOf[id] = found->second.back();
    rightOf[leftOf[id]] = id;
    found->second.pop_back();
  }
}

}  // namespace

std::vector<Counterparts> findCounterparts(const Report& left, const Report& right, const diff::Diff& diff) {
  const size_t lefts = left.module.instructions.size(), rights = right.module.instructions.size();
  std::vector<InstructionId> leftOf = diff.leftOf, rightOf = diff.rightOf;
  correctMatches(left, right, leftOf, rightOf);
  const auto origins = PartFinder(left, right, leftOf).run(), targets = PartFinder(right, left, rightOf).run();
  // A forest of sets. Its nodes are the instructions of the left module, then those of the right.
  std::vector<size_t> parents(lefts + rights);
  std::iota(parents.begin(), parents.end(), size_t{0});
  const auto rootOf = [&](size_t at) {
    while (parents[at] != at) at = parents[at] = parents[parents[at]];
    return at;
  };
  const auto join = [&](InstructionId a, InstructionId b) { parents[rootOf(a)] = rootOf(lefts + b); };
  for (InstructionId id = 0; id < rights; ++id) {
    if (isExecuted(right, id) && isExecuted(left, leftOf[id])) join(leftOf[id], id);
    if (origins[id] != kNone) join(origins[id], id);
  }
  for (InstructionId id = 0; id < lefts; ++id)
    if (targets[id] != kNone) join(id, targets[id]);

  std::vector<Counterparts> groups;
  std::vector<size_t> groupOf(parents.size(), parents.size());  // [roots] index of the group
  const auto groupAt = [&](size_t at) -> Counterparts& {
    size_t& index = groupOf[rootOf(at)];
    if (index == parents.size()) {
      index = groups.size();
      groups.emplace_back();
    }
    return groups[index];
  };
  for (InstructionId id = 0; id < rights; ++id)
    if (isExecuted(right, id)) groupAt(lefts + id).rights.push_back(id);
  for (InstructionId id = 0; id < lefts; ++id)
    if (isExecuted(left, id)) groupAt(id).lefts.push_back(id);
  return groups;
}

}  // namespace hlorank::cost
