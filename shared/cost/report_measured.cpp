// Formats measured times beside estimated ones as text.

#include "shared/base/text.h"
#include "shared/cost/report_parts.h"
#include "shared/cost/units.h"

namespace hlorank::cost {
namespace {

constexpr double kSlowTracing = 1.5;  // ratio of run times with and without tracing above which times are doubtful

// Returns "3.1× larger" or "3.1× smaller" if an instruction's share of the measured time disagrees with its share of
// the estimated time; otherwise "".
std::string disagreement(const Hotspot& spot) {
  if (!disagree(spot.measuredShare, spot.share)) return "";
  if (spot.share == 0) return "not estimated";
  if (spot.measured == 0) return "not measured";
  const double ratio = spot.measuredShare / spot.share;
  const double factor = ratio > 1 ? ratio : 1 / ratio;
  return formatted(factor < 9.95 ? "%.1f× %s" : "%.0f× %s", factor, ratio > 1 ? "larger" : "smaller");
}

// Formats measured time divided by estimated time, such as "0.45×" or "12×". Returns "" if either time is missing.
std::string factorText(const Hotspot& spot) {
  if (spot.measured == 0 || spot.seconds == 0) return "";
  const double factor = spot.measured / spot.seconds;
  return formatted(factor < .995 ? "%.2f×" : factor < 9.95 ? "%.1f×" : "%.0f×", factor);
}

}  // namespace

std::vector<std::string> measuredTitles(bool ofGroups) {
  std::vector<std::string> titles = {"measured", "estimate", "factor", "share", "disagreement"};
  if (!ofGroups) titles.insert(titles.begin() + 1, "spread");
  return titles;
}

std::vector<std::string> measuredCells(const Hotspot& spot) {
  std::vector<std::string> cells = {spot.measured > 0 ? formatSeconds(spot.measured) : "", formatSeconds(spot.seconds),
                                    factorText(spot), formatPercent(spot.share), disagreement(spot)};
  if (spot.id != hlo::kNone)
    cells.insert(cells.begin() + 1, spot.measured > 0 ? formatPercent(spot.measuredSpread) : "");
  return cells;
}

std::string summarizeMeasured(const Report& report) {
  const MeasuredTimes& measured = *report.measured;
  std::string text = "measured: " + formatSeconds(measured.run);
  if (measured.hasRuns) {
    text += measured.isWall ? " a run" : " a run from the first to the last instruction";
    text += " (median of " + counted(measured.runs, "run") + ", spread " + formatPercent(measured.runSpread) + ")";
  } else {
    text += " in the whole trace, which does not tell runs apart";
  }
  if (measured.untraced > 0) text += ", " + formatSeconds(measured.untraced) + " without tracing";
  if (!measured.description.empty()) text += "; " + measured.description;
  text += "\nits instructions: " + formatSeconds(measured.ofInstructions);
  if (measured.run > 0) text += ", " + formatPercent(measured.ofInstructions / measured.run) + " of it";
  if (report.seconds > 0) text += formatted("; %.3g× the estimate", measured.ofInstructions / report.seconds);
  text += "\n";
  if (measured.untraced > 0 && measured.run > kSlowTracing * measured.untraced)
    text += formatted("note: tracing makes the program %.1f× slower: the times of short instructions are too long\n",
                      measured.run / measured.untraced);
  if (measured.elsewhere > 0)
    text += "note: " + formatPercent(measured.elsewhere / measured.sum) +
            " of the measured time is of instructions that this module does not have\n";
  if (measured.kernels > 0)
    text +=
        "note: " + formatPercent(measured.kernels / measured.sum) +
        " of the measured time is of kernels in CUDA graphs whose instruction is unknown; to know them all, record the "
        "trace with XLA_FLAGS=--xla_gpu_enable_command_buffer=\n";
  double share = 0;
  size_t count = 0;
  for (const Hotspot& spot : report.hotspots) {
    if (!disagree(spot.measuredShare, spot.share)) continue;
    ++count;
    share += spot.measuredShare;
  }
  text += counted(count, "instruction") + " with " + formatPercent(share) + " of the measured time " +
          (count == 1 ? "takes" : "take") + " a share that differs from the estimate by more than 2×\n";
  return text;
}

}  // namespace hlorank::cost
