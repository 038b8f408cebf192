#include "shared/cost/compare.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "shared/cost/counterparts.h"
#include "shared/cost/reasons.h"
#include "shared/cost/strides.h"

namespace hlorank::cost {

using hlo::InstructionId;
using hlo::kNone;

namespace {

double stridedBytes(const Report& report, InstructionId id) {
  return countStridedBytes(report.module, report.module.instructions[id]) * report.analysis.trips[id];
}

class Comparer {
 public:
  Comparer(const Report& left, const Report& right)
      : left_(left), right_(right), diff_(diff::compare(left.module, right.module)) {}

  CostComparison run() {
    for (Counterparts& counterparts : findCounterparts(left_, right_, diff_)) add(std::move(counterparts));
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
  double seconds(const Report& report, InstructionId id, double strided) const {
    Cost cost = report.analysis.costOf(id);
    cost.bytes += strided;
    return estimateSeconds(cost, right_.machine);
  }
  double seconds(const Report& report, InstructionId id) const { return seconds(report, id, stridedBytes(report, id)); }

  // Adds the cost difference between instructions of both modules that do the same work, unless their costs are equal.
  void add(Counterparts counterparts) {
    auto& [lefts, rights] = counterparts;
    CostChange change;
    sum(left_, lefts, -1, change);
    sum(right_, rights, 1, change);
    if (change.seconds == 0 && change.cost.flops == 0 && change.cost.bytes == 0 && change.cost.transcendentals == 0)
      return;
    if (!lefts.empty()) change.left = lefts[0];
    if (!rights.empty()) change.right = rights[0];
    change.reason = describe(counterparts, change);
    changes_.push_back(std::move(change));
  }

  // Adds the costs of instructions, times `sign`, to those of a change. Sorts the instructions, most expensive first.
  void sum(const Report& report, std::vector<InstructionId>& ids, double sign, CostChange& change) const {
    if (ids.size() > 1) {
      std::stable_sort(ids.begin(), ids.end(),
                       [&](InstructionId a, InstructionId b) { return seconds(report, a) > seconds(report, b); });
    }
    for (const InstructionId id : ids) {
      const double strided = stridedBytes(report, id);
      change.cost += report.analysis.costOf(id) * sign;
      change.extraBytes += sign * strided;
      change.seconds += sign * seconds(report, id, strided);
    }
  }

  // Says why the costs of counterparts differ.
  std::string describe(const Counterparts& counterparts, const CostChange& change) const {
    const auto& [lefts, rights] = counterparts;
    if (rights.empty()) return nameOf(left_, change.left) + " disappeared" + describeLoop(left_, change.left);
    const std::string loop = describeLoop(right_, change.right);
    if (lefts.empty()) {
      const std::string move = describeMove(right_.module, change.right);
      return nameOf(right_, change.right) + " appeared" + loop + (move.empty() ? "" : ": it " + move);
    }
    if (lefts.size() == 1 && rights.size() > 1) {
      return nameOf(left_, change.left) + " fell apart" + loop + " into " + listOf(right_, rights) +
             (change.cost.bytes > 0 ? ": intermediate results go through memory" : "");
    }
    const std::string name = nameOf(right_, change.right) + loop;
    if (lefts.size() > 1 && rights.size() > 1) return listOf(left_, lefts) + " became " + listOf(right_, rights) + loop;
    const double work = change.cost.bytes + change.cost.flops + change.cost.transcendentals;
    const bool isIncrease = change.seconds > 0 || (change.seconds == 0 && work > 0);
    if (lefts.size() > 1 && !isIncrease) {
      return name + " combines " + listOf(left_, lefts) +
             (change.cost.bytes < 0 ? ": fewer intermediate results go through memory" : "");
    }
    const std::string reason = describeChange(left_, change.left, right_, change.right, isIncrease);
    return name + (lefts.size() > 1 ? " combines " + listOf(left_, lefts) + ", but costs more: " : ": ") + reason;
  }

  static std::string nameOf(const Report& report, InstructionId id) {
    return std::string(report.module.instructions[id].name);
  }

  static std::string listOf(const Report& report, const std::vector<InstructionId>& ids) {
    constexpr size_t kListed = 4;
    std::string text = std::to_string(ids.size()) + " instructions (";
    for (size_t i = 0; i < std::min(ids.size(), kListed); ++i) text += (i > 0 ? ", " : "") + nameOf(report, ids[i]);
    return text + (ids.size() > kListed ? ", …)" : ")");
  }

  const Report& left_;
  const Report& right_;
  const diff::Diff diff_;
  std::vector<CostChange> changes_;
};

}  // namespace

CostComparison compareCosts(const Report& left, const Report& right) {
  return Comparer(left, right).run();
}

}  // namespace hlorank::cost
