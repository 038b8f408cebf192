// Groups instructions by operation, kind or op_name scope, with their costs and times.

#include <algorithm>
#include <array>
#include <map>

#include "shared/cost/hotspots.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;

namespace {

constexpr size_t kDeepestScope = 16;

constexpr std::array<std::string_view, 8> kKinds = {"matmul & conv",  "gather & scatter", "reduce", "elementwise",
                                                    "reshape & copy", "collective",       "call",   "other"};
enum Kind : size_t { kMatmul, kGather, kReduce, kElementwise, kReshape, kCollective, kCall, kOther };

Kind kindOfOpcode(Opcode opcode) {
  switch (opcode) {
    case Opcode::kDot:
    case Opcode::kConvolution:
    case Opcode::kRaggedDot:
    case Opcode::kScaledDot:
    case Opcode::kCholesky:
    case Opcode::kTriangularSolve:
    case Opcode::kFft:
      return kMatmul;
    case Opcode::kGather:
    case Opcode::kScatter:
    case Opcode::kDynamicSlice:
    case Opcode::kDynamicUpdateSlice:
    case Opcode::kSelectAndScatter:
      return kGather;
    case Opcode::kReduce:
    case Opcode::kReduceWindow:
    case Opcode::kSort:
    case Opcode::kTopk:
    case Opcode::kScan:
    case Opcode::kBatchNormGrad:
    case Opcode::kBatchNormInference:
    case Opcode::kBatchNormTraining:
      return kReduce;
    case Opcode::kCopy:
    case Opcode::kCopyStart:
    case Opcode::kCopyDone:
    case Opcode::kTranspose:
    case Opcode::kReshape:
    case Opcode::kBitcast:
    case Opcode::kSlice:
    case Opcode::kConcatenate:
    case Opcode::kPad:
    case Opcode::kReverse:
    case Opcode::kBroadcast:
    case Opcode::kIota:
      return kReshape;
    case Opcode::kAllGather:
    case Opcode::kAllGatherStart:
    case Opcode::kAllGatherDone:
    case Opcode::kAllReduce:
    case Opcode::kAllReduceStart:
    case Opcode::kAllReduceDone:
    case Opcode::kAllToAll:
    case Opcode::kRaggedAllToAll:
    case Opcode::kReduceScatter:
    case Opcode::kCollectiveBroadcast:
    case Opcode::kCollectivePermute:
    case Opcode::kCollectivePermuteStart:
    case Opcode::kCollectivePermuteDone:
    case Opcode::kSend:
    case Opcode::kSendDone:
    case Opcode::kRecv:
    case Opcode::kRecvDone:
      return kCollective;
    case Opcode::kCustomCall:
    case Opcode::kInfeed:
    case Opcode::kOutfeed:
      return kCall;
    case Opcode::kParameter:
    case Opcode::kConstant:
    case Opcode::kTuple:
    case Opcode::kGetTupleElement:
    case Opcode::kFusion:
    case Opcode::kOther:
    case Opcode::kInvalid:
    case Opcode::kOptimizationBarrier:
    case Opcode::kAfterAll:
    case Opcode::kAsyncStart:
    case Opcode::kAsyncUpdate:
    case Opcode::kAsyncDone:
    case Opcode::kPartitionId:
    case Opcode::kReplicaId:
      return kOther;
    default:
      return kElementwise;
  }
}

// Returns the name of the group of an instruction. It is the opcode, followed by the root's opcode for a fusion, as in
// "fusion(add)", or by the target for a custom call.
std::string nameOperation(const Module& module, const Instruction& instruction) {
  std::string name(hlo::name(instruction.opcode));
  const auto called = module.calledBy(instruction);
  if (instruction.opcode == Opcode::kFusion && !called.empty()) {
    const hlo::InstructionId root = module.computations[called[0]].root;
    if (root != hlo::kNone) name += "(" + std::string(hlo::name(module.instructions[root].opcode)) + ")";
  }
  if (instruction.opcode == Opcode::kCustomCall) {
    const hlo::Attribute* target = module.attribute(instruction, "custom_call_target");
    if (target) name += "(" + std::string(target->value) + ")";
  }
  return name;
}

void add(Hotspot& sum, const Hotspot& spot) {
  sum.cost += spot.cost;
  sum.trips += spot.trips;
  sum.seconds += spot.seconds;
  sum.share += spot.share;
  sum.measured += spot.measured;
  sum.measuredShare += spot.measuredShare;
}

bool isCostly(const Hotspot& spot) {
  return spot.bound != Bound::kNone || spot.measured > 0;
}

// Orders hotspots by measured time, then by estimated time, smallest first.
bool isCheaper(const Hotspot& a, const Hotspot& b) {
  return a.measured != b.measured ? a.measured < b.measured : a.seconds < b.seconds;
}

void addTo(Group& group, const Hotspot& spot) {
  ++group.instructions;
  add(group.sum, spot);
  add(group.inclusive, spot);
  group.secondsOfBounds[static_cast<size_t>(spot.bound)] += spot.seconds;
}

void addInside(Group& group, const Group& inside) {
  add(group.inclusive, inside.inclusive);
  for (size_t i = 0; i < kBounds; ++i) group.secondsOfBounds[i] += inside.secondsOfBounds[i];
}

void setBound(Group& group) {
  const auto& seconds = group.secondsOfBounds;
  group.sum.bound = static_cast<Bound>(std::max_element(seconds.begin(), seconds.end()) - seconds.begin());
  group.inclusive.bound = group.sum.bound;
}

// Splits an op_name into its scopes, which are the parts before the last slash. Ignores slashes inside parentheses. If
// the text has several op_names, as in "jit(f)/mul;jit(f)/add", uses only the first.
std::vector<std::string_view> splitScopes(std::string_view name) {
  name = name.substr(0, name.find(';'));
  std::vector<std::string_view> scopes;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < name.size() && scopes.size() < kDeepestScope; ++i) {
    depth += name[i] == '(' ? 1 : name[i] == ')' ? -1 : 0;
    if (name[i] != '/' || depth > 0) continue;
    if (i > begin) scopes.push_back(name.substr(begin, i - begin));
    begin = i + 1;
  }
  return scopes;
}

// A node of the tree of op_name scopes. Node 0 holds the instructions without a scope.
struct Scope {
  Group group;
  std::map<std::string_view, uint32_t> children;
};

class Scopes {
 public:
  Scopes() : scopes_(1) { scopes_[0].group.name = "(no scope)"; }

  Group& at(std::string_view opName) {
    uint32_t node = 0;
    for (const std::string_view part : splitScopes(opName)) {
      const auto next = static_cast<uint32_t>(scopes_.size());
      const auto [child, isNew] = scopes_[node].children.try_emplace(part, next);
      const uint32_t depth = node == 0 ? 0 : scopes_[node].group.depth + 1;
      node = child->second;
      if (!isNew) continue;
      scopes_.emplace_back();
      scopes_.back().group.name = part;
      scopes_.back().group.depth = depth;
    }
    return scopes_[node].group;
  }

  // Returns the tree of scopes as a preorder list, with siblings sorted by their share of the time, largest first.
  std::vector<Group> list() {
    // Visits nodes from last to first. Children come after their parent, so each node is complete when it is added to
    // its parent.
    for (size_t i = scopes_.size(); i-- > 0;) {
      Group& group = scopes_[i].group;
      if (i > 0) {
        for (const auto& [part, child] : scopes_[i].children) addInside(group, scopes_[child].group);
      }
      setBound(group);
    }
    std::vector<Group> groups;
    std::vector<uint32_t> pending = sortedChildren(0);
    if (scopes_[0].group.instructions > 0) pending.insert(pending.begin(), 0);
    while (!pending.empty()) {
      const uint32_t node = pending.back();
      pending.pop_back();
      groups.push_back(std::move(scopes_[node].group));
      if (node == 0) continue;
      const auto children = sortedChildren(node);
      pending.insert(pending.end(), children.begin(), children.end());
    }
    return groups;
  }

 private:
  // Returns the children of a scope by their share of the time, smallest first, because the list is used as a stack.
  std::vector<uint32_t> sortedChildren(uint32_t node) const {
    std::vector<uint32_t> children;
    for (const auto& [part, child] : scopes_[node].children) children.push_back(child);
    std::stable_sort(children.begin(), children.end(), [&](uint32_t a, uint32_t b) {
      return isCheaper(scopes_[a].group.inclusive, scopes_[b].group.inclusive);
    });
    return children;
  }

  std::vector<Scope> scopes_;
};

}  // namespace

std::string_view kindOf(const Module& module, const Instruction& instruction) {
  const auto called = module.calledBy(instruction);
  if (instruction.opcode != Opcode::kFusion || called.empty()) return kKinds[kindOfOpcode(instruction.opcode)];
  size_t best = kOther;
  for (const Instruction& inner : module.instructionsOf(module.computations[called[0]]))
    best = std::min<size_t>(best, kindOfOpcode(inner.opcode));
  return kKinds[best];
}

std::vector<Group> groupHotspots(const Module& module, const std::vector<Hotspot>& hotspots, Grouping grouping) {
  if (grouping == Grouping::kScope) {
    Scopes scopes;
    for (const Hotspot& spot : hotspots) {
      if (isCostly(spot)) addTo(scopes.at(module.opName(module.instructions[spot.id])), spot);
    }
    return scopes.list();
  }
  std::map<std::string, Group> groups;
  for (const Hotspot& spot : hotspots) {
    if (!isCostly(spot)) continue;
    const Instruction& instruction = module.instructions[spot.id];
    const bool byKind = grouping == Grouping::kKind;
    addTo(groups[byKind ? std::string(kindOf(module, instruction)) : nameOperation(module, instruction)], spot);
  }
  std::vector<Group> list;
  for (auto& [name, group] : groups) {
    group.name = name;
    setBound(group);
    list.push_back(std::move(group));
  }
  std::stable_sort(list.begin(), list.end(), [](const Group& a, const Group& b) { return isCheaper(b.sum, a.sum); });
  return list;
}

}  // namespace hlorank::cost
