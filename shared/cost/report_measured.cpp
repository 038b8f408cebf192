// Reports of measured times beside the estimates, as text.

#include <cstdio>

#include "shared/cost/report_parts.h"
#include "shared/cost/units.h"

namespace hlorank::cost {
namespace {

// "3.1× slower", of a share that disagrees with the estimated one; otherwise "".
std::string disagreement(const Hotspot& spot) {
  if (!disagree(spot.measuredShare, spot.share)) return "";
  if (spot.share == 0) return "not estimated";
  if (spot.measured == 0) return "not measured";
  const double ratio = spot.measuredShare / spot.share;
  const double factor = ratio > 1 ? ratio : 1 / ratio;
  char text[48];
  std::snprintf(text, sizeof text, factor < 9.95 ? "%.1f× %s" : "%.0f× %s", factor, ratio > 1 ? "slower" : "faster");
  return text;
}

std::string summarizeMeasured(const Report& report) {
  const MeasuredTimes& measured = *report.measured;
  std::string text = "measured: " + formatSeconds(measured.run);
  if (measured.hasRuns) {
    text += measured.isWall ? " a run" : " a run from the first to the last instruction";
    text += " (median of " + plural(measured.runs, "run") + ", spread " + formatPercent(measured.runSpread) + ")";
  } else {
    text += " in the whole trace, which does not tell runs apart";
  }
  if (measured.untraced > 0) text += ", " + formatSeconds(measured.untraced) + " without tracing";
  if (!measured.description.empty()) text += "; " + measured.description;
  text += "\nits instructions: " + formatSeconds(measured.ofInstructions);
  if (measured.run > 0) text += ", " + formatPercent(measured.ofInstructions / measured.run) + " of it";
  if (report.seconds > 0) {
    char factor[48];
    std::snprintf(factor, sizeof factor, "%.3g× the estimate", measured.ofInstructions / report.seconds);
    text += "; " + std::string(factor);
  }
  text += "\n";
  if (measured.elsewhere > 0)
    text += "note: " + formatPercent(measured.elsewhere / measured.sum) +
            " of the measured time is of instructions that this module does not have\n";
  double share = 0;
  size_t count = 0;
  for (const Hotspot& spot : report.hotspots) {
    if (!disagree(spot.measuredShare, spot.share)) continue;
    ++count;
    share += spot.measuredShare;
  }
  text += plural(count, "instruction") + " with " + formatPercent(share) + " of the measured time " +
          (count == 1 ? "takes" : "take") + " a share that differs from the estimate by more than 2×\n";
  return text;
}

std::string measuredText(const Hotspot& spot) {
  return spot.measured > 0 ? formatSeconds(spot.measured) : "";
}

// How many times the estimate was measured: "0.45×", "12×".
std::string factorText(const Hotspot& spot) {
  if (spot.measured == 0 || spot.seconds == 0) return "";
  const double factor = spot.measured / spot.seconds;
  char text[48];
  std::snprintf(text, sizeof text, factor < .995 ? "%.2f×" : factor < 9.95 ? "%.1f×" : "%.0f×", factor);
  return text;
}

// The estimate, and whether the measured share disagrees.
void addTimes(std::vector<std::string>& row, const Hotspot& spot) {
  row.push_back(formatSeconds(spot.seconds));
  row.push_back(factorText(spot));
  row.push_back(formatPercent(spot.share));
  row.push_back(disagreement(spot));
}

}  // namespace

std::string formatMeasuredText(const Report& report, size_t top) {
  Rows rows = {{"share", "sum", "measured", "spread", "estimate", "factor", "share", "disagreement", "bytes", "bound",
                "trips", "instruction"}};
  double sum = 0;
  size_t costly = 0;
  for (const Hotspot& spot : report.hotspots) {
    if (spot.bound == Bound::kNone && spot.measured == 0) continue;
    ++costly;
    if (rows.size() > top) continue;
    sum += spot.measuredShare;
    std::vector<std::string> row = {formatPercent(spot.measuredShare), formatPercent(sum), measuredText(spot),
                                    spot.measured > 0 ? formatPercent(spot.measuredSpread) : ""};
    addTimes(row, spot);
    row.push_back(spot.cost.bytes == 0 ? "" : formatBytes(spot.cost.bytes));
    row.emplace_back(name(spot.bound));
    row.push_back(formatTrips(spot.trips));
    row.push_back(placeOf(report, spot.id));
    rows.push_back(std::move(row));
  }
  const size_t shown = rows.size() - 1;
  return summarize(report) + summarizeMeasured(report) + (shown == 0 ? "" : "\n" + formatTable(rows)) +
         more(shown, costly, "instruction");
}

std::string formatMeasuredText(const Report& report, size_t top, Grouping grouping) {
  const bool isTree = grouping == Grouping::kScope;
  Rows rows = {{"share", isTree ? "own" : "sum", "measured", "estimate", "factor", "share", "disagreement", "bytes",
                "bound", "ops", titleOf(grouping)}};
  const auto groups = groupHotspots(report.module, report.hotspots, grouping);
  double sum = 0;
  for (const Group& group : groups) {
    if (rows.size() > top) break;
    sum += group.sum.measuredShare;
    std::vector<std::string> row = {formatPercent(group.inclusive.measuredShare),
                                    formatPercent(isTree ? group.sum.measuredShare : sum),
                                    measuredText(group.inclusive)};
    addTimes(row, group.inclusive);
    row.push_back(group.inclusive.cost.bytes == 0 ? "" : formatBytes(group.inclusive.cost.bytes));
    row.emplace_back(name(group.inclusive.bound));
    row.push_back(std::to_string(group.instructions));
    row.push_back(std::string(2 * group.depth, ' ') + shortened(group.name));
    rows.push_back(std::move(row));
  }
  const size_t shown = rows.size() - 1;
  return summarize(report) + summarizeMeasured(report) + "\n" + formatTable(rows) +
         more(shown, groups.size(), titleOf(grouping));
}

}  // namespace hlorank::cost
