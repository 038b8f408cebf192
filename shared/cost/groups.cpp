// Groups instructions by operation, kind or op_name scope, with their costs and times.

#include <algorithm>
#include <array>
#include <map>

#include "shared/cost/custom_call.h"
#include "shared/cost/hotspots.h"
#include "shared/cost/instruction_cost.h"
#include "shared/hlo/quotes.h"

namespace hlorank::cost {

using hlo::ComputationId;
using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;

namespace {

constexpr uint32_t kDeepestScope = 16;
constexpr size_t kMostPlaces = 1024;   // greatest number of scopes in which one computation runs; others join the first
constexpr double kFewestTrips = 1e-9;  // executions of a call that is not counted, such as one in an unused branch

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
    case Opcode::kScan:
    case Opcode::kSort:
    case Opcode::kTopk:
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
    case Opcode::kWhile:
    case Opcode::kCall:
    case Opcode::kConditional:
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
    const std::string_view target = customCallTarget(module, instruction);
    if (!target.empty()) name += "(" + std::string(target) + ")";
  }
  return name;
}

// Adds a part of a hotspot, from 0 to 1.
void add(Hotspot& sum, const Hotspot& spot, double part) {
  sum.cost += spot.cost * part;
  sum.trips += spot.trips * part;
  sum.seconds += spot.seconds * part;
  sum.share += spot.share * part;
  sum.measured += spot.measured * part;
  sum.measuredShare += spot.measuredShare * part;
}

bool isCostly(const Hotspot& spot) {
  return spot.bound != Bound::kNone || spot.measured > 0;
}

// Orders hotspots by measured time, then by estimated time, smallest first.
bool isCheaper(const Hotspot& a, const Hotspot& b) {
  return a.measured != b.measured ? a.measured < b.measured : a.seconds < b.seconds;
}

void addTo(Group& group, const Hotspot& spot, double part) {
  group.members.push_back(spot.id);
  add(group.sum, spot, part);
  add(group.inclusive, spot, part);
  group.secondsOfBounds[static_cast<size_t>(spot.bound)] += spot.seconds * part;
}

void addInside(Group& group, const Group& inside) {
  add(group.inclusive, inside.inclusive, 1);
  for (size_t i = 0; i < kBounds; ++i) group.secondsOfBounds[i] += inside.secondsOfBounds[i];
}

void setBound(Group& group) {
  const auto& seconds = group.secondsOfBounds;
  group.sum.bound = static_cast<Bound>(std::max_element(seconds.begin(), seconds.end()) - seconds.begin());
  group.inclusive.bound = group.sum.bound;
}

// Splits an op_name at its slashes, except those inside parentheses. If the text has several op_names, as in
// "jit(f)/mul;jit(f)/add", uses only the first.
std::vector<std::string_view> splitName(std::string_view name) {
  name = name.substr(0, name.find(';'));
  std::vector<std::string_view> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    depth += name[i] == '(' ? 1 : name[i] == ')' ? -1 : 0;
    if (name[i] != '/' || depth > 0) continue;
    parts.push_back(name.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(name.substr(begin));
  return parts;
}

// A node of the tree of op_name scopes. Node 0 holds the instructions without a scope.
struct Scope {
  Group group;
  std::string_view outermost;  // name of the outermost scope around this one
  std::map<std::string_view, uint32_t> children;
};

// The scopes in which a computation runs, with the part of its executions in each. The parts add up to 1.
using Places = std::map<uint32_t, double>;

class Scopes {
 public:
  explicit Scopes(const Module& module) : module_(module), scopes_(1), places_(module.computations.size()) {
    scopes_[0].group.name = "(no scope)";
  }

  // Finds the scopes in which each computation runs. An op_name in a function that a call runs is relative to the
  // op_name of the call, as XLA names instructions when it inlines calls. Other instructions, such as loops, run
  // computations in the scope of their own function. O(scopes of callers · calls).
  void placeComputations(const std::vector<Hotspot>& hotspots) {
    std::vector<double> trips(module_.instructions.size(), 0);
    for (const Hotspot& spot : hotspots) trips[spot.id] = spot.trips;
    for (ComputationId id = static_cast<ComputationId>(places_.size()); id-- > 0;) {
      Places& places = places_[id];
      if (places.empty()) places[0] = 1;
      double sum = 0;
      for (const auto& [node, part] : places) sum += part;
      for (auto& [node, part] : places) part /= sum;
      const hlo::Range range = module_.computations[id].instructions;
      for (InstructionId at = range.begin; at < range.begin + range.size; ++at) {
        const Instruction& instruction = module_.instructions[at];
        if (callingOf(instruction) != Calling::kRuns) continue;
        const std::vector<std::string_view> parts = splitName(module_.opName(instruction));
        for (const ComputationId callee : module_.calledBy(instruction)) {
          for (const auto& [node, part] : places)
            addPlace(places_[callee], instruction.opcode == Opcode::kCall ? find(node, parts, parts.size()) : node,
                     part * std::max(trips[at], kFewestTrips));
        }
      }
    }
  }

  void add(const Hotspot& spot) {
    const Instruction& instruction = module_.instructions[spot.id];
    const std::vector<std::string_view> parts = splitName(module_.opName(instruction));
    for (const auto& [node, part] : places_[instruction.computation])
      addTo(scopes_[find(node, parts, parts.size() - 1)].group, spot, part);
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
    if (!scopes_[0].group.members.empty()) pending.insert(pending.begin(), 0);
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
  // Returns the children of a scope that take time by their share of it, smallest first, because the list is used as a
  // stack.
  std::vector<uint32_t> sortedChildren(uint32_t node) const {
    std::vector<uint32_t> children;
    for (const auto& [part, child] : scopes_[node].children) {
      const Hotspot& sum = scopes_[child].group.inclusive;
      if (sum.seconds > 0 || sum.measured > 0) children.push_back(child);
    }
    std::stable_sort(children.begin(), children.end(), [&](uint32_t a, uint32_t b) {
      return isCheaper(scopes_[a].group.inclusive, scopes_[b].group.inclusive);
    });
    return children;
  }

  static void addPlace(Places& places, uint32_t node, double part) {
    if (places.size() >= kMostPlaces && places.count(node) == 0) node = places.begin()->first;
    places[node] += part;
  }

  // Returns the scope that the first `count` parts of an op_name name in the scope `from`, without empty parts. An
  // op_name that begins with the outermost scope around `from` is not relative to `from`.
  uint32_t find(uint32_t from, const std::vector<std::string_view>& parts, size_t count) {
    uint32_t node = parts[0] == scopes_[from].outermost ? 0 : from;
    for (size_t i = 0; i < count; ++i) {
      const std::string_view part = parts[i];
      if (part.empty()) continue;
      const uint32_t depth = node == 0 ? 0 : scopes_[node].group.depth + 1;
      if (depth >= kDeepestScope) break;
      const auto next = static_cast<uint32_t>(scopes_.size());
      const std::string_view outermost = node == 0 ? part : scopes_[node].outermost;
      const auto [child, isNew] = scopes_[node].children.try_emplace(part, next);
      node = child->second;
      if (!isNew) continue;
      scopes_.emplace_back();
      scopes_.back().group.name = hlo::unescaped(part);
      scopes_.back().group.depth = depth;
      scopes_.back().outermost = outermost;
    }
    return node;
  }

  const Module& module_;
  std::vector<Scope> scopes_;
  std::vector<Places> places_;  // [computations]
};

}  // namespace

std::string_view kindOf(const Module& module, const Instruction& instruction) {
  if (instruction.opcode == Opcode::kCustomCall && countLibraryWork(module, instruction)) return kKinds[kMatmul];
  const auto called = module.calledBy(instruction);
  if (instruction.opcode != Opcode::kFusion || called.empty()) return kKinds[kindOfOpcode(instruction.opcode)];
  size_t best = kOther;
  for (const Instruction& inner : module.instructionsOf(module.computations[called[0]]))
    best = std::min<size_t>(best, kindOfOpcode(inner.opcode));
  return kKinds[best];
}

std::vector<Group> groupHotspots(const Module& module, const std::vector<Hotspot>& hotspots, Grouping grouping) {
  if (grouping == Grouping::kScope) {
    Scopes scopes(module);
    scopes.placeComputations(hotspots);
    for (const Hotspot& spot : hotspots) {
      if (isCostly(spot)) scopes.add(spot);
    }
    return scopes.list();
  }
  std::map<std::string, Group> groups;
  for (const Hotspot& spot : hotspots) {
    if (!isCostly(spot)) continue;
    const Instruction& instruction = module.instructions[spot.id];
    const bool byKind = grouping == Grouping::kKind;
    addTo(groups[byKind ? std::string(kindOf(module, instruction)) : nameOperation(module, instruction)], spot, 1);
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
