#include "shared/diff/diff.h"

#include <algorithm>
#include <utility>

#include "shared/diff/hashes.h"
#include "shared/diff/matching.h"

namespace hlorank::diff {
namespace {

using hlo::Computation;
using hlo::Module;

constexpr std::array<std::string_view, kChanges> kNames = {"removed", "added",  "opcode",   "shape",    "attributes",
                                                           "moved",   "layout", "operands", "unchanged"};

Change classify(uint8_t differences) {
  if (differences & kOpcode) return Change::kOpcode;
  if (differences & kShape) return Change::kShape;
  if (differences & kAttributes) return Change::kAttributes;
  if (differences & kMoved) return Change::kMoved;
  if (differences & kLayout) return Change::kLayout;
  if (differences & kOperands) return Change::kOperands;
  return Change::kUnchanged;
}

// Finds in which ways two matched instructions differ, as bits of Difference.
class Comparison {
 public:
  Comparison(const Module& left, const Hashes& leftHashes, const Module& right, const Hashes& rightHashes,
             const Matching& matching)
      : left_(left), right_(right), leftHashes_(leftHashes), rightHashes_(rightHashes), matching_(matching) {}

  uint8_t of(InstructionId l, InstructionId r) const {
    const hlo::Instruction &a = left_.instructions[l], &b = right_.instructions[r];
    uint8_t bits = 0;
    if (leftHashes_.kind[l] != rightHashes_.kind[r]) bits |= kOpcode;
    if (leftHashes_.shape[l] != rightHashes_.shape[r]) {
      bits |= kShape;
    } else if (leftHashes_.layout[l] != rightHashes_.layout[r]) {
      bits |= kLayout;
    }
    if (leftHashes_.attributes[l] != rightHashes_.attributes[r] || !sameCalls(left_.calledBy(a), right_.calledBy(b)) ||
        !samePredecessors(left_.predecessorsOf(a), right_.predecessorsOf(b)) || movesRoot(l, r))
      bits |= kAttributes;
    if (!sameOperands(left_.operandsOf(a), right_.operandsOf(b))) bits |= kOperands;
    if (matching_.rightComputation[a.computation] != b.computation) bits |= kMoved;
    return bits;
  }

 private:
  // Whether one of two matched instructions is the root of its computation and the other is not, in matched
  // computations. Ignores an instruction that is the root no longer because a new instruction is, and the reverse.
  bool movesRoot(InstructionId l, InstructionId r) const {
    const ComputationId left = left_.instructions[l].computation, right = right_.instructions[r].computation;
    const InstructionId leftRoot = left_.computations[left].root, rightRoot = right_.computations[right].root;
    return (l == leftRoot) != (r == rightRoot) && matching_.rightComputation[left] == right && leftRoot != kNone &&
           rightRoot != kNone && matching_.rightOf[leftRoot] != kNone && matching_.leftOf[rightRoot] != kNone;
  }

  bool samePredecessors(std::span<const InstructionId> left, std::span<const InstructionId> right) const {
    if (left.size() != right.size()) return false;
    std::vector<InstructionId> sorted(right.begin(), right.end());
    std::sort(sorted.begin(), sorted.end());
    return std::all_of(left.begin(), left.end(), [&](InstructionId l) {
      return std::binary_search(sorted.begin(), sorted.end(), matching_.rightOf[l]);
    });
  }

  bool sameOperands(std::span<const InstructionId> left, std::span<const InstructionId> right) const {
    if (left.size() != right.size()) return false;
    for (size_t i = 0; i < left.size(); ++i) {
      if (matching_.rightOf[left[i]] != right[i]) return false;
    }
    return true;
  }

  // Whether two lists of called computations are matched with each other or compute the same.
  bool sameCalls(std::span<const ComputationId> left, std::span<const ComputationId> right) const {
    if (left.size() != right.size()) return false;
    for (size_t i = 0; i < left.size(); ++i) {
      if (matching_.rightComputation[left[i]] != right[i] &&
          leftHashes_.computations[left[i]] != rightHashes_.computations[right[i]])
        return false;
    }
    return true;
  }

  const Module& left_;
  const Module& right_;
  const Hashes& leftHashes_;
  const Hashes& rightHashes_;
  const Matching& matching_;
};

// Returns for each computation the index of its first instruction in Module::written (instructions in text order).
std::vector<size_t> computeBegins(const Module& module) {
  std::vector<size_t> begins;
  size_t begin = 0;
  for (const Computation& computation : module.computations) {
    begins.push_back(begin);
    begin += computation.instructions.size;
  }
  return begins;
}

// Builds the side-by-side view of two modules (see SideBySide).
class Aligner {
 public:
  Aligner(const Module& left, const Module& right, const Diff& diff)
      : left_(left), right_(right), diff_(diff), leftBegins_(computeBegins(left)), rightBegins_(computeBegins(right)) {}

  SideBySide align() {
    std::vector<ComputationId> leftOf(right_.computations.size(), kNone);
    for (ComputationId c = 0; c < left_.computations.size(); ++c) {
      if (diff_.computationsOf[c] != kNone) leftOf[diff_.computationsOf[c]] = c;
    }
    if (right_.entry != kNone) add(leftOf[right_.entry], right_.entry);
    for (ComputationId c = 0; c < right_.computations.size(); ++c) {
      if (c != right_.entry) add(leftOf[c], c);
    }
    for (ComputationId c = 0; c < left_.computations.size(); ++c) {
      if (diff_.computationsOf[c] == kNone) add(c, kNone);
    }
    return std::move(out_);
  }

 private:
  std::span<const InstructionId> written(const Module& module, const std::vector<size_t>& begins, ComputationId c) {
    if (c == kNone) return {};
    return {module.written.data() + begins[c], module.computations[c].instructions.size};
  }

  void add(ComputationId left, ComputationId right) {
    const size_t first = out_.rows.size();
    const auto leftLines = written(left_, leftBegins_, left);
    size_t next = 0;  // index in `leftLines` of the first line not yet processed
    // Appends a row without a right side for each unmatched line of the left computation from `next` to before index
    // `end`.
    const auto emitRemoved = [&](size_t end) {
      for (; next < end; ++next) {
        if (diff_.rightOf[leftLines[next]] == kNone) out_.rows.push_back({leftLines[next], kNone});
      }
    };
    std::vector<size_t> position;  // [instructions of the left computation] index in `leftLines`
    if (left != kNone) {
      position.resize(leftLines.size());
      const InstructionId begin = left_.computations[left].instructions.begin;
      for (size_t i = 0; i < leftLines.size(); ++i) position[leftLines[i] - begin] = i;
    }
    for (const InstructionId id : written(right_, rightBegins_, right)) {
      const InstructionId partner = diff_.leftOf[id];
      if (partner != kNone && left_.instructions[partner].computation == left)
        emitRemoved(position[partner - left_.computations[left].instructions.begin]);
      out_.rows.push_back({partner, id});
    }
    emitRemoved(leftLines.size());
    if (out_.rows.size() > first) out_.sections.push_back({static_cast<uint32_t>(first), left, right});
  }

  const Module& left_;
  const Module& right_;
  const Diff& diff_;
  std::vector<size_t> leftBegins_, rightBegins_;
  SideBySide out_;
};

}  // namespace

std::string_view name(Change change) {
  return kNames[static_cast<size_t>(change)];
}

Change Diff::ofLeft(InstructionId id) const {
  return rightOf[id] == kNone ? Change::kRemoved : classify(left[id]);
}
Change Diff::ofRight(InstructionId id) const {
  return leftOf[id] == kNone ? Change::kAdded : classify(right[id]);
}

std::array<size_t, kChanges> Diff::counts() const {
  std::array<size_t, kChanges> counts{};
  for (InstructionId id = 0; id < rightOf.size(); ++id) ++counts[static_cast<size_t>(ofLeft(id))];
  for (InstructionId id = 0; id < leftOf.size(); ++id) {
    if (leftOf[id] == kNone) ++counts[static_cast<size_t>(Change::kAdded)];
  }
  return counts;
}

Diff compare(const Module& left, const Module& right) {
  const Hashes leftHashes(left), rightHashes(right);
  Matching matching = match(left, leftHashes, right, rightHashes);
  const Comparison comparison(left, leftHashes, right, rightHashes, matching);
  Diff diff;
  diff.left.resize(left.instructions.size());
  diff.right.resize(right.instructions.size());
  for (InstructionId l = 0; l < left.instructions.size(); ++l) {
    const InstructionId r = matching.rightOf[l];
    if (r != kNone) diff.left[l] = diff.right[r] = comparison.of(l, r);
  }
  diff.rightOf = std::move(matching.rightOf);
  diff.leftOf = std::move(matching.leftOf);
  diff.computationsOf = std::move(matching.rightComputation);
  return diff;
}

SideBySide sideBySide(const Module& left, const Module& right, const Diff& diff) {
  return Aligner(left, right, diff).align();
}

}  // namespace hlorank::diff
