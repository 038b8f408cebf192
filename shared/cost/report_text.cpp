// Reports of the cost analysis as text.

#include <algorithm>
#include <array>
#include <cstdio>

#include "shared/cost/report.h"
#include "shared/cost/report_parts.h"
#include "shared/cost/units.h"

namespace hlorank::cost {

using hlo::Instruction;

std::string shortened(std::string_view text) {
  constexpr size_t kLongest = 60;
  if (text.size() <= kLongest) return std::string(text);
  size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return std::string(text.substr(0, end)) + "…";
}

std::string plural(size_t count, const char* noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

const char* titleOf(Grouping grouping) {
  return grouping == Grouping::kScope ? "scope" : grouping == Grouping::kKind ? "kind" : "operation";
}

std::string more(size_t shown, size_t all, const char* noun) {
  return shown < all ? "… " + plural(all - shown, noun) + " more; --top N lists N\n" : "";
}

static std::string opcodeOf(const Report& report, hlo::InstructionId id) {
  const Instruction& instruction = report.module.instructions[id];
  const hlo::Attribute* target = report.module.attribute(instruction, "custom_call_target");
  return std::string(hlo::name(instruction.opcode)) + (target ? " " + shortened(target->value) : "");
}

std::string placeOf(const Report& report, hlo::InstructionId id) {
  const Instruction& instruction = report.module.instructions[id];
  std::string text = shortened(instruction.name) + " = " + opcodeOf(report, id);
  if (instruction.computation != report.module.entry)
    text += " in " + shortened(report.module.computations[instruction.computation].name);
  return text;
}

bool isUnoptimised(const Report& report) {
  for (const hlo::Attribute& attribute : report.module.attributesOf(report.module.attributes)) {
    if (attribute.name == "is_scheduled" && attribute.value.starts_with("true")) return false;
  }
  for (const Instruction& instruction : report.module.instructions) {
    if (instruction.opcode == hlo::Opcode::kFusion) return false;
  }
  return std::any_of(report.hotspots.begin(), report.hotspots.end(), [&](const Hotspot& spot) {
    return spot.cost.bytes > 0 && kindOf(report.module, report.module.instructions[spot.id]) == "elementwise";
  });
}

namespace {

std::string intensityText(const Cost& cost) {
  const double intensity = intensityOf(cost);
  char text[64];
  std::snprintf(text, sizeof text, intensity < 9.95 ? "%.2f" : "%.0f", intensity);
  return intensity == 0 ? "" : text;
}

std::string shareOfBounds(const Report& report) {
  std::array<double, kBounds> shares = {};
  for (const Hotspot& spot : report.hotspots) shares[static_cast<size_t>(spot.bound)] += spot.share;
  std::vector<size_t> order = {1, 2, 3, 4};
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return shares[a] > shares[b]; });
  std::string text;
  for (const size_t bound : order) {
    if (shares[bound] < .0005) continue;
    text +=
        (text.empty() ? "" : ", ") + formatPercent(shares[bound]) + " " + std::string(name(static_cast<Bound>(bound)));
  }
  return text.empty() ? "nothing to compute" : text;
}

void addFigures(std::vector<std::string>& row, const Hotspot& spot) {
  row.push_back(formatSeconds(spot.seconds));
  row.push_back(spot.cost.flops == 0 ? "" : formatCount(spot.cost.flops));
  row.push_back(spot.cost.bytes == 0 ? "" : formatBytes(spot.cost.bytes));
  row.push_back(intensityText(spot.cost));
  row.emplace_back(name(spot.bound));
}

}  // namespace

std::string summarize(const Report& report) {
  const Analysis& analysis = report.analysis;
  std::string text = std::string(report.module.name) + ": " + formatCount(analysis.total.flops, "FLOP");
  if (analysis.total.transcendentals > 0)
    text += ", " + formatCount(analysis.total.transcendentals, "") + " transcendentals";
  text += ", " + formatBytes(analysis.total.bytes) + " moved; estimated " + formatSeconds(report.seconds) + " on " +
          report.machine.name + " (" + shareOfBounds(report) + ")\n";
  text += "machine: " + report.machine.name +
          (report.machine.description.empty() ? "" : ", " + report.machine.description) + ": " +
          formatCount(report.machine.flops, "FLOP/s") + ", " + formatCount(report.machine.bytes, "B/s") + ", " +
          formatCount(report.machine.transcendentals, "") + " transcendentals/s\n";
  if (isUnoptimised(report)) text += std::string("note: ") + kUnoptimised + "\n";
  if (!analysis.unknownLoops.empty())
    text +=
        "note: the trip counts of " + plural(analysis.unknownLoops.size(), "loop") + " are unknown and count as 1\n";
  if (!analysis.unknownCalls.empty())
    text +=
        "note: the FLOPs of " + plural(analysis.unknownCalls.size(), "custom call") + " are unknown and count as 0\n";
  return text;
}

std::string formatText(const Report& report, size_t top) {
  if (report.measured) return formatMeasuredText(report, top);
  Rows rows = {{"share", "sum", "time", "FLOP", "bytes", "FLOP/B", "bound", "trips", "instruction"}};
  double sum = 0;
  size_t costly = 0;
  for (const Hotspot& spot : report.hotspots) {
    if (spot.bound == Bound::kNone) continue;
    ++costly;
    if (rows.size() > top) continue;
    sum += spot.share;
    std::vector<std::string> row = {formatPercent(spot.share), formatPercent(sum)};
    addFigures(row, spot);
    row.push_back(formatTrips(spot.trips));
    row.push_back(placeOf(report, spot.id));
    rows.push_back(std::move(row));
  }
  const size_t shown = rows.size() - 1;
  return summarize(report) + (shown == 0 ? "" : "\n" + formatTable(rows)) + more(shown, costly, "instruction");
}

std::string formatText(const Report& report, size_t top, Grouping grouping) {
  if (report.measured) return formatMeasuredText(report, top, grouping);
  const bool isTree = grouping == Grouping::kScope;
  const char* title = titleOf(grouping);
  Rows rows = {{"share", isTree ? "own" : "sum", "time", "FLOP", "bytes", "FLOP/B", "bound", "ops", title}};
  const auto groups = groupHotspots(report.module, report.hotspots, grouping);
  double sum = 0;
  for (const Group& group : groups) {
    if (rows.size() > top) break;
    sum += group.sum.share;
    std::vector<std::string> row = {formatPercent(group.inclusive.share),
                                    formatPercent(isTree ? group.sum.share : sum)};
    addFigures(row, group.inclusive);
    row.push_back(std::to_string(group.instructions));
    row.push_back(std::string(2 * group.depth, ' ') + shortened(group.name));
    rows.push_back(std::move(row));
  }
  const size_t shown = rows.size() - 1;
  return summarize(report) + "\n" + formatTable(rows) + more(shown, groups.size(), title);
}

std::string formatConflictsText(const Report& report, size_t top) {
  const auto conflicts = listConflicts(report.module, report.analysis);
  double total = 0, moved = 0;
  for (const Conflict& conflict : conflicts) {
    total += conflict.bytes * conflict.trips;
    moved += conflict.isFused ? 0 : conflict.bytes * conflict.trips;
  }
  std::string text = std::string(report.module.name) + ": ";
  text += conflicts.size() == 1 ? "1 copy, transpose or reshape moves "
                                : std::to_string(conflicts.size()) + " copies, transposes and reshapes move ";
  const double all = report.analysis.total.bytes;
  text += formatBytes(moved) + " of " + formatBytes(all) + " (" + formatPercent(all > 0 ? moved / all : 0) + ")";
  if (total > moved) text += "; inside fusions they reorder another " + formatBytes(total - moved);
  text += "\n";
  Rows rows = {{"total", "bytes", "trips", "kind", "from", "to", "instruction"}};
  for (const Conflict& conflict : conflicts) {
    if (rows.size() > top) break;
    const auto shapeOf = [&](hlo::InstructionId id) {
      return shortened(toString(report.module, report.module.instructions[id].shape));
    };
    const Instruction& instruction = report.module.instructions[conflict.id];
    rows.push_back(
        {formatBytes(conflict.bytes * conflict.trips), formatBytes(conflict.bytes), formatTrips(conflict.trips),
         std::string(conflict.isFused ? "fused " : "") + std::string(name(conflict.kind)),
         shapeOf(report.module.operandsOf(instruction)[0]), shapeOf(conflict.id), placeOf(report, conflict.id)});
  }
  const size_t shown = rows.size() - 1;
  return text + (shown == 0 ? "" : "\n" + formatTable(rows)) + more(shown, conflicts.size(), "row");
}

}  // namespace hlorank::cost
