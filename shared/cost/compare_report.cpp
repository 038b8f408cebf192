// Formats a comparison of the costs of two programs as text and JSON.

#include <cmath>

#include "shared/base/json.h"
#include "shared/cost/compare.h"
#include "shared/cost/report_parts.h"
#include "shared/cost/units.h"

namespace hlorank::cost {

namespace {

// Smallest change of time that is listed, as a fraction of the program's time. Smaller changes are only counted.
constexpr double kNegligible = 1e-4;

std::string withSign(double value, std::string text) {
  return value > 0 ? "+" + text : text;
}

std::string changeText(const CostChange& change, double before) {
  const double share = before > 0 ? change.seconds / before : 0;
  std::string text = withSign(change.seconds, formatSeconds(change.seconds));
  if (before > 0) text += " (" + withSign(share, formatPercent(share)) + ")";
  text += ": " + change.reason;
  std::string amounts;
  const auto add = [&](const std::string& amount) { amounts += (amounts.empty() ? "" : ", ") + amount; };
  if (change.cost.bytes != 0) add(withSign(change.cost.bytes, formatBytes(change.cost.bytes)) + " moved");
  if (change.extraBytes > 0) add("up to +" + formatBytes(change.extraBytes) + " by strided access");
  if (change.cost.flops != 0) add(withSign(change.cost.flops, formatCount(change.cost.flops, "FLOP")));
  return text + (amounts.empty() ? "" : "; " + amounts) + "\n";
}

std::string totalsText(const Report& left, const Report& right, double strided) {
  const auto ratio = [](double a, double b) {
    return a > 0 && b != a ? " (" + withSign(b - a, formatPercent(b / a - 1)) + ")" : std::string();
  };
  const Cost &a = left.analysis.total, &b = right.analysis.total;
  std::string text = "total: estimated " + formatSeconds(left.seconds) + " → " + formatSeconds(right.seconds) +
                     ratio(left.seconds, right.seconds) + " on " + right.machine.name + "; " + formatBytes(a.bytes) +
                     " → " + formatBytes(b.bytes) + " moved" + ratio(a.bytes, b.bytes) + "; " +
                     formatCount(a.flops, "FLOP") + " → " + formatCount(b.flops, "FLOP") + ratio(a.flops, b.flops);
  if (strided > 0) text += "; strided access, which the total leaves out, may add " + formatSeconds(strided);
  return text + "\n";
}

Json sideJson(const Report& report, std::string_view file) {
  const Cost& total = report.analysis.total;
  return {{"file", file},
          {"name", report.module.name},
          {"seconds", figure(report.seconds)},
          {"flops", figure(total.flops)},
          {"transcendentals", figure(total.transcendentals)},
          {"bytes", figure(total.bytes)}};
}

Json nameJson(const Report& report, hlo::InstructionId id) {
  if (id == hlo::kNone) return nullptr;
  const hlo::Instruction& instruction = report.module.instructions[id];
  return {{"name", instruction.name}, {"computation", report.module.computations[instruction.computation].name}};
}

}  // namespace

std::string formatCostChanges(const Report& left, const Report& right, size_t top) {
  const CostComparison comparison = compareCosts(left, right);
  const double least = kNegligible * left.seconds;
  std::string increases, decreases;
  size_t listed = 0, more = 0, fewer = 0;
  double strided = 0;
  for (const CostChange& change : comparison.changes) {
    if (change.extraBytes > 0) strided += change.extraBytes / right.machine.bytes;
    if (change.seconds <= least) continue;
    listed < top ? (increases += changeText(change, left.seconds), ++listed) : ++more;
  }
  for (size_t i = comparison.changes.size(); i-- > 0;) {
    const CostChange& change = comparison.changes[i];
    if (change.seconds >= -least) break;
    fewer < top ? decreases += changeText(change, left.seconds) : decreases;
    ++fewer;
  }
  if (listed == 0) increases = "no instruction became more expensive\n";
  if (more > 0) increases += "… " + std::to_string(more) + " smaller increases\n";
  if (fewer > top) decreases += "… " + std::to_string(fewer - top) + " smaller decreases\n";
  return increases + totalsText(left, right, strided) + decreases;
}

std::string formatCostChangesJson(const Report& left, std::string_view leftFile, const Report& right,
                                  std::string_view rightFile) {
  Json changes = Json::array();
  for (const CostChange& change : compareCosts(left, right).changes) {
    changes.push_back({{"left", nameJson(left, change.left)},
                       {"right", nameJson(right, change.right)},
                       {"seconds", figure(change.seconds)},
                       {"flops", figure(change.cost.flops)},
                       {"transcendentals", figure(change.cost.transcendentals)},
                       {"bytes", figure(change.cost.bytes)},
                       {"stridedBytes", figure(change.extraBytes)},
                       {"reason", change.reason}});
  }
  const Json report = {{"version", 1},
                       {"machine", right.machine.name},
                       {"left", sideJson(left, leftFile)},
                       {"right", sideJson(right, rightFile)},
                       {"changes", changes}};
  return oneLine(report) + "\n";
}

}  // namespace hlorank::cost
