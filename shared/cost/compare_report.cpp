// Formats a comparison of the costs of two programs as text and JSON.

#include <algorithm>
#include <cmath>

#include "shared/base/json.h"
#include "shared/base/text.h"
#include "shared/cost/compare.h"
#include "shared/cost/report_parts.h"
#include "shared/cost/units.h"

namespace hlorank::cost {

namespace {

// Smallest change of time that is listed, as a fraction of the program's time. Smaller changes are only counted.
constexpr double kNegligible = 1e-4;
constexpr double kSameTime = .01;  // a time that differs by a smaller fraction counts as unchanged
// Least and most of the difference that a change contributes to be reported as its cause.
constexpr double kLeastCause = .25, kMostCause = 2;
constexpr double kMainCause = .5;  // from this part of the difference on, the cause is reported alone

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

std::string totalsText(const Report& left, const Report& right, const CostSummary& summary) {
  const auto ratio = [](double a, double b) {
    return a > 0 && b != a ? " (" + withSign(b - a, formatPercent(b / a - 1)) + ")" : std::string();
  };
  const Cost &a = left.analysis.total, &b = right.analysis.total;
  const double strided = summary.stridedSeconds;
  std::string text = "total: estimated " + formatSeconds(left.seconds) + " → " + formatSeconds(right.seconds) +
                     ratio(left.seconds, right.seconds) + " on " + right.machine.name;
  if (strided != 0) text += ", and up to " + withSign(strided, formatSeconds(strided)) + " by strided access";
  return text + "; " + formatBytes(a.bytes) + " → " + formatBytes(b.bytes) + " moved" + ratio(a.bytes, b.bytes) + "; " +
         formatCount(a.flops, "FLOP") + " → " + formatCount(b.flops, "FLOP") + ratio(a.flops, b.flops) + "\n";
}

constexpr std::string_view kLeft = "left", kRight = "right", kBoth = "both";

// Returns the notes on the estimates of two programs, each with the side that it is about. Equal notes are one.
std::vector<std::pair<std::string_view, Notice>> listNotices(const Report& left, const Report& right) {
  std::vector<std::pair<std::string_view, Notice>> notices;
  std::vector<Notice> ofRight = listNotices(right);
  for (const Notice& notice : listNotices(left)) {
    const bool isShared = std::erase_if(ofRight, [&](const Notice& n) { return n.message == notice.message; }) > 0;
    notices.emplace_back(isShared ? kBoth : kLeft, notice);
  }
  for (const Notice& notice : ofRight) notices.emplace_back(kRight, notice);
  return notices;
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

CostSummary summarizeChanges(const Report& left, const Report& right, const CostComparison& comparison) {
  const std::vector<CostChange>& changes = comparison.changes;
  CostSummary summary;
  double increase = 0, decrease = 0;
  for (const CostChange& change : changes) (change.seconds > 0 ? increase : decrease) += change.seconds;
  summary.seconds = increase + decrease;
  summary.stridedSeconds = summary.seconds - (right.seconds - left.seconds);
  if (std::abs(summary.stridedSeconds) < 1e-6 * right.seconds) summary.stridedSeconds = 0;  // rounding errors
  const double before = summary.before = left.seconds + std::max(0., -summary.stridedSeconds);
  for (const CostChange& change : changes) {
    summary.increases += change.seconds > kNegligible * before;
    summary.decreases += change.seconds < -kNegligible * before;
  }
  if (comparison.changed == 0 && changes.empty()) {
    summary.text = "no instruction changed";
  } else if (changes.empty() || std::abs(summary.seconds) < kSameTime * before) {
    const bool isEqual = increase == 0 && decrease == 0;
    summary.text = std::string(isEqual ? "no change" : "less than 1 % change") + " in estimated time; " +
                   counted(comparison.changed, "instruction") + " changed";
    const CostChange* largest = isEqual ? nullptr : increase >= -decrease ? &changes.front() : &changes.back();
    if (increase >= kSameTime * before)
      summary.text += ": +" + formatSeconds(increase) + " and " + formatSeconds(decrease) + " cancel out";
    else if (largest && std::abs(largest->seconds) >= kNegligible * before)
      summary.text += ": " + largest->reason;
  } else {
    const bool isSlower = summary.seconds > 0;
    const CostChange& largest = isSlower ? changes.front() : changes.back();
    const double part = largest.seconds / summary.seconds;
    if (part >= kLeastCause && part <= kMostCause) {
      const size_t others = (isSlower ? summary.increases : summary.decreases) - 1;
      summary.cause = isSlower ? 0 : static_cast<ptrdiff_t>(changes.size()) - 1;
      summary.text = largest.reason;
      if (part < kMainCause && others > 0)
        summary.text += "; and " + counted(others, isSlower ? "other increase" : "other decrease");
    } else {
      const std::string more = counted(summary.increases, "instruction") + " became more expensive or appeared (+" +
                               formatSeconds(increase) + ")",
                        fewer = counted(summary.decreases, "instruction") + " became less expensive or disappeared (" +
                                formatSeconds(decrease) + ")";
      summary.text = summary.increases == 0   ? fewer
                     : summary.decreases == 0 ? more
                     : isSlower               ? more + ", " + fewer
                                              : fewer + ", " + more;
    }
  }
  return summary;
}

std::string formatCostChanges(const Report& left, const Report& right, size_t top) {
  const CostComparison comparison = compareCosts(left, right);
  const CostSummary summary = summarizeChanges(left, right, comparison);
  const bool isSame = std::abs(summary.seconds) < kSameTime * summary.before;
  const double least = (isSame ? kSameTime : kNegligible) * summary.before;
  std::string increases, decreases;
  size_t listed = 0, more = 0, fewer = 0;
  for (const CostChange& change : comparison.changes) {
    if (change.seconds <= least) continue;
    listed < top ? (increases += changeText(change, summary.before), ++listed) : ++more;
  }
  for (size_t i = comparison.changes.size(); i-- > 0;) {
    const CostChange& change = comparison.changes[i];
    if (change.seconds >= -least) break;
    fewer < top ? decreases += changeText(change, summary.before) : decreases;
    ++fewer;
  }
  if (listed == 0 && summary.cause >= 0) increases = "no instruction became more expensive\n";
  if (more > 0) increases += "… " + std::to_string(more) + " smaller increases\n";
  if (fewer > top) decreases += "… " + std::to_string(fewer - top) + " smaller decreases\n";
  std::string totals = totalsText(left, right, summary);
  for (const auto& [side, notice] : listNotices(left, right)) {
    const char* programs = side == kLeft    ? "the first program"
                           : side == kRight ? "the second program"
                                            : "both programs";
    totals += std::string("note: in ") + programs + ", " + notice.message + "\n";
  }
  // The direction of the total comes first.
  const bool isFaster = summary.cause >= 0 && comparison.changes[static_cast<size_t>(summary.cause)].seconds < 0;
  if (isFaster) return decreases + totals + increases;
  return (summary.cause < 0 ? summary.text + "\n" : "") + increases + totals + decreases;
}

std::string formatCostChangesJson(const Report& left, std::string_view leftFile, const Report& right,
                                  std::string_view rightFile) {
  Json changes = Json::array();
  const CostComparison comparison = compareCosts(left, right);
  for (const CostChange& change : comparison.changes) {
    changes.push_back({{"left", nameJson(left, change.left)},
                       {"right", nameJson(right, change.right)},
                       {"seconds", figure(change.seconds)},
                       {"flops", figure(change.cost.flops)},
                       {"transcendentals", figure(change.cost.transcendentals)},
                       {"bytes", figure(change.cost.bytes)},
                       {"stridedBytes", figure(change.extraBytes)},
                       {"reason", change.reason}});
  }
  const CostSummary summary = summarizeChanges(left, right, comparison);
  Json notices = Json::array();
  for (const auto& [side, notice] : listNotices(left, right))
    notices.push_back({{"side", side}, {"kind", notice.kind}, {"message", notice.message}});
  const Json report = {{"version", 1},
                       {"machine", right.machine.name},
                       {"left", sideJson(left, leftFile)},
                       {"right", sideJson(right, rightFile)},
                       {"summary",
                        {{"before", figure(summary.before)},
                         {"seconds", figure(summary.seconds)},
                         {"stridedSeconds", figure(summary.stridedSeconds)},
                         {"increases", summary.increases},
                         {"decreases", summary.decreases},
                         {"cause", summary.cause < 0 ? Json(nullptr) : Json(summary.cause)},
                         {"text", summary.text}}},
                       {"notices", notices},
                       {"changes", changes}};
  return oneLine(report) + "\n";
}

}  // namespace hlorank::cost
