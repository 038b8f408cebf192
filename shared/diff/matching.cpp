#include "shared/diff/matching.h"

#include <algorithm>
#include <utility>

#include "shared/base/fnv.h"

namespace hlorank::diff {
namespace {

using hlo::Computation;
using hlo::ComputationId;
using hlo::Instruction;
using hlo::InstructionId;
using hlo::kNone;
using hlo::Module;
using hlo::Opcode;

// An instruction or computation with the hash by which it is matched.
struct Keyed {
  uint64_t key;
  uint32_t id;
  bool operator<(const Keyed& other) const { return key != other.key ? key < other.key : id < other.id; }
};

// Calls pair(left id, right id) for entries of `left` and `right` with equal keys, in order of id. Skips a key that
// occurs a different number of times in `left` than in `right`. Sorts both lists.
template <class Pair>
void pairByKey(std::vector<Keyed>& left, std::vector<Keyed>& right, Pair pair) {
  std::sort(left.begin(), left.end());
  std::sort(right.begin(), right.end());
  size_t l = 0, r = 0;
  while (l < left.size() && r < right.size()) {
    const uint64_t key = std::min(left[l].key, right[r].key);
    size_t lEnd = l, rEnd = r;
    while (lEnd < left.size() && left[lEnd].key == key) ++lEnd;
    while (rEnd < right.size() && right[rEnd].key == key) ++rEnd;
    if (lEnd - l == rEnd - r) {
      for (size_t i = 0; l + i < lEnd; ++i) pair(left[l + i].id, right[r + i].id);
    }
    l = lEnd;
    r = rEnd;
  }
}

// Returns a hash of a computation's name.
uint64_t nameOf(const Hashes&, const Module& module, ComputationId c) {
  Fnv fnv;
  fnv.bytes(module.computations[c].name);
  return fnv.value();
}

// Returns a hash of what a computation computes.
uint64_t contentOf(const Hashes& hashes, const Module&, ComputationId c) {
  return hashes.computations[c];
}

uint64_t nameAndContentOf(const Hashes& hashes, const Module& module, ComputationId c) {
  return mixed(nameOf(hashes, module, c), contentOf(hashes, module, c));
}

std::vector<uint64_t> sorted(std::vector<uint64_t> values) {
  std::sort(values.begin(), values.end());
  return values;
}

void removeDuplicates(std::vector<ComputationId>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

class Matcher {
 public:
  Matcher(const Module& left, const Hashes& leftHashes, const Module& right, const Hashes& rightHashes)
      : left_(left),
        right_(right),
        leftHashes_(leftHashes),
        rightHashes_(rightHashes),
        leftContents_(sorted(leftHashes.computations)),
        rightContents_(sorted(rightHashes.computations)) {
    matching_.rightOf.assign(left.instructions.size(), kNone);
    matching_.leftOf.assign(right.instructions.size(), kNone);
    matching_.rightComputation.assign(left.computations.size(), kNone);
    matching_.leftComputation.assign(right.computations.size(), kNone);
  }

  Matching match() {
    if (left_.entry != kNone && right_.entry != kNone) pairComputations(left_.entry, right_.entry);
    settleComputations();
    pairPostponedByContent();
    pairRemaining(nameAndContentOf);
    pairRemaining(contentOf);
    pairPostponed();
    pairRemaining(nameOf);
    pairPostponed();
    matchMoved();
    pairPostponed();
    return std::move(matching_);
  }

 private:
  void pairComputations(ComputationId left, ComputationId right) {
    if (matching_.rightComputation[left] != kNone || matching_.leftComputation[right] != kNone) return;
    matching_.rightComputation[left] = right;
    matching_.leftComputation[right] = left;
    waiting_.emplace_back(left, right);
  }

  // Matches two computations that matched instructions call. Postpones this if their contents differ, but the other
  // module has a computation with the content of one of them: the versions may call the same computations in another
  // order.
  void pairCalled(ComputationId left, ComputationId right) {
    const uint64_t l = leftHashes_.computations[left], r = rightHashes_.computations[right];
    const auto has = [](const std::vector<uint64_t>& contents, uint64_t content) {
      return std::binary_search(contents.begin(), contents.end(), content);
    };
    if (l != r && (has(rightContents_, l) || has(leftContents_, r)))
      postponed_.emplace_back(left, right);
    else
      pairComputations(left, right);
  }

  // Matches those of the given computations that are not matched yet and whose hashes, computed by `key`, are equal.
  template <class Key>
  void pairComputationsBy(Key key, const std::vector<ComputationId>& lefts, const std::vector<ComputationId>& rights) {
    std::vector<Keyed> left, right;
    for (const ComputationId c : lefts)
      if (matching_.rightComputation[c] == kNone) left.push_back({key(leftHashes_, left_, c), c});
    for (const ComputationId c : rights)
      if (matching_.leftComputation[c] == kNone) right.push_back({key(rightHashes_, right_, c), c});
    pairByKey(left, right, [&](ComputationId l, ComputationId r) { pairComputations(l, r); });
  }

  // Matches all remaining computations by `key`, and then their instructions.
  template <class Key>
  void pairRemaining(Key key) {
    const auto all = [](size_t count) {
      std::vector<ComputationId> ids(count);
      for (ComputationId c = 0; c < count; ++c) ids[c] = c;
      return ids;
    };
    pairComputationsBy(key, all(left_.computations.size()), all(right_.computations.size()));
    settleComputations();
  }

  // Matches computations in `postponed_` with each other if their contents are equal, callers before callees. Keeps the
  // pairs of `postponed_`, because they may have computations without such a match.
  void pairPostponedByContent() {
    std::vector<std::pair<ComputationId, ComputationId>> all;
    while (!postponed_.empty()) {
      std::vector<ComputationId> lefts, rights;
      for (const auto& [left, right] : postponed_) lefts.push_back(left), rights.push_back(right);
      removeDuplicates(lefts);
      removeDuplicates(rights);
      all.insert(all.end(), postponed_.begin(), postponed_.end());
      postponed_.clear();
      pairComputationsBy(nameAndContentOf, lefts, rights);
      pairComputationsBy(contentOf, lefts, rights);
      settleComputations();
    }
    postponed_ = std::move(all);
  }

  // Matches the pairs in `postponed_`, except computations that are already matched by content.
  void pairPostponed() {
    while (!postponed_.empty()) {
      pairPostponedByContent();
      const auto pairs = std::exchange(postponed_, {});
      for (const auto& [left, right] : pairs) pairComputations(left, right);
      settleComputations();
    }
  }

  // Matches the instructions of all pairs of computations in `waiting_`. When two calling instructions are matched,
  // appends the computations that they call to `waiting_` or `postponed_`.
  void settleComputations() {
    while (!waiting_.empty()) {
      const auto [left, right] = waiting_.back();
      waiting_.pop_back();
      matchWithin(left_.computations[left], right_.computations[right]);
    }
  }

  void pairInstructions(InstructionId left, InstructionId right) {
    if (matching_.rightOf[left] != kNone || matching_.leftOf[right] != kNone) return;
    matching_.rightOf[left] = right;
    matching_.leftOf[right] = left;
    const auto leftCalls = left_.calledBy(left_.instructions[left]);
    const auto rightCalls = right_.calledBy(right_.instructions[right]);
    if (leftCalls.size() != rightCalls.size()) return;
    for (size_t i = 0; i < leftCalls.size(); ++i) pairCalled(leftCalls[i], rightCalls[i]);
  }

  // Matches the instructions of two matched computations by several hashes of an instruction, the most specific first.
  void matchWithin(const Computation& left, const Computation& right) {
    using H = Hashes;
    const auto by = [&](auto key) {
      std::vector<Keyed> l, r;
      collect(left, matching_.rightOf, leftHashes_, key, l);
      collect(right, matching_.leftOf, rightHashes_, key, r);
      pairByKey(l, r, [&](InstructionId a, InstructionId b) { pairInstructions(a, b); });
    };
    by([](const H& h, InstructionId i) { return mixed(h.name[i], h.down[i]); });
    by([](const H& h, InstructionId i) { return h.down[i]; });
    by([](const H& h, InstructionId i) { return mixed(h.name[i], h.up[i]); });
    by([](const H& h, InstructionId i) { return h.up[i]; });
    spread(left);
    by([](const H& h, InstructionId i) { return mixed(mixed(h.name[i], h.kind[i]), h.shape[i]); });
    spread(left);
    by([](const H& h, InstructionId i) { return mixed(h.name[i], h.kind[i]); });
    spread(left);
    pairReplaced(left);
  }

  template <class Key>
  static void collect(const Computation& computation, const std::vector<InstructionId>& partner, const Hashes& hashes,
                      Key key, std::vector<Keyed>& out) {
    for (uint32_t i = 0; i < computation.instructions.size; ++i) {
      const InstructionId id = computation.instructions.begin + i;
      if (partner[id] == kNone) out.push_back({key(hashes, id), id});
    }
  }

  // Extends the matches of a left computation's instructions to their neighbours until no new match is found. Matches
  // operands that have the same position and opcode. Matches users that have the same opcode and number of operands,
  // and that read the matched value as the same operand.
  void spread(const Computation& computation) {
    std::vector<InstructionId> queue;
    for (uint32_t i = 0; i < computation.instructions.size; ++i) {
      const InstructionId id = computation.instructions.begin + i;
      if (matching_.rightOf[id] != kNone) queue.push_back(id);
    }
    const auto pair = [&](InstructionId l, InstructionId r) {
      if (matching_.rightOf[l] != kNone || matching_.leftOf[r] != kNone) return;
      pairInstructions(l, r);
      queue.push_back(l);
    };
    while (!queue.empty()) {
      const InstructionId left = queue.back(), right = matching_.rightOf[left];
      queue.pop_back();
      forOperandPairs(left, right, [&](InstructionId l, InstructionId r) {
        if (leftHashes_.kind[l] == rightHashes_.kind[r]) pair(l, r);
      });
      auto leftUsers = usersByKind(left_, leftHashes_, matching_.rightOf, left);
      auto rightUsers = usersByKind(right_, rightHashes_, matching_.leftOf, right);
      pairByKey(leftUsers, rightUsers, pair);
    }
  }

  static std::vector<Keyed> usersByKind(const Module& module, const Hashes& hashes,
                                        const std::vector<InstructionId>& partner, InstructionId id) {
    std::vector<Keyed> users;
    for (const auto [user, position] : hashes.users[id]) {
      if (partner[user] != kNone || (!users.empty() && users.back().id == user)) continue;
      const size_t operands = module.operandsOf(module.instructions[user]).size();
      users.push_back({mixed(mixed(hashes.kind[user], operands), position), user});
    }
    return users;
  }

  template <class Visit>
  void forOperandPairs(InstructionId left, InstructionId right, Visit visit) {
    const auto leftOperands = left_.operandsOf(left_.instructions[left]);
    const auto rightOperands = right_.operandsOf(right_.instructions[right]);
    if (leftOperands.size() != rightOperands.size()) return;
    for (size_t i = 0; i < leftOperands.size(); ++i) visit(leftOperands[i], rightOperands[i]);
  }

  // Matches instructions with different opcodes if they have the same shape and are operands at the same position of
  // matched users.
  void pairReplaced(const Computation& computation) {
    for (uint32_t i = computation.instructions.size; i-- > 0;) {
      const InstructionId left = computation.instructions.begin + i, right = matching_.rightOf[left];
      if (right == kNone) continue;
      forOperandPairs(left, right, [&](InstructionId l, InstructionId r) {
        if (leftHashes_.shape[l] == rightHashes_.shape[r]) pairInstructions(l, r);
      });
    }
  }

  // Matches the remaining unmatched instructions with instructions of other computations. Skips parameters, constants
  // and get-tuple-elements, which are too similar to each other to match reliably.
  void matchMoved() {
    const auto by = [&](auto key) {
      std::vector<Keyed> l, r;
      collectAll(left_, matching_.rightOf, leftHashes_, key, l);
      collectAll(right_, matching_.leftOf, rightHashes_, key, r);
      pairByKey(l, r, [&](InstructionId a, InstructionId b) { pairInstructions(a, b); });
    };
    by([](const Hashes& h, InstructionId i) { return mixed(mixed(h.name[i], h.kind[i]), h.shape[i]); });
    by([](const Hashes& h, InstructionId i) { return h.down[i]; });
    by([](const Hashes& h, InstructionId i) { return mixed(mixed(h.stem[i], h.kind[i]), h.shape[i]); });
    by([](const Hashes& h, InstructionId i) { return mixed(h.kind[i], h.shape[i]); });
    settleComputations();
  }

  template <class Key>
  static void collectAll(const Module& module, const std::vector<InstructionId>& partner, const Hashes& hashes, Key key,
                         std::vector<Keyed>& out) {
    for (InstructionId id = 0; id < module.instructions.size(); ++id) {
      const Opcode opcode = module.instructions[id].opcode;
      const bool isPlumbing =
          opcode == Opcode::kParameter || opcode == Opcode::kConstant || opcode == Opcode::kGetTupleElement;
      if (partner[id] == kNone && !isPlumbing) out.push_back({key(hashes, id), id});
    }
  }

  const Module& left_;
  const Module& right_;
  const Hashes& leftHashes_;
  const Hashes& rightHashes_;
  const std::vector<uint64_t> leftContents_, rightContents_;  // [computations] hashes of the contents, sorted
  Matching matching_;
  // Pairs (left, right) of matched computations whose instructions have not been matched yet.
  std::vector<std::pair<ComputationId, ComputationId>> waiting_;
  // Pairs (left, right) of computations that matched instructions call, but that may have better matches.
  std::vector<std::pair<ComputationId, ComputationId>> postponed_;
};

}  // namespace

Matching match(const Module& left, const Hashes& leftHashes, const Module& right, const Hashes& rightHashes) {
  return Matcher(left, leftHashes, right, rightHashes).match();
}

}  // namespace hlorank::diff
