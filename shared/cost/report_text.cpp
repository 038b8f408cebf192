// Formats the estimated costs of a program as text.

#include <algorithm>
#include <array>
#include <span>

#include "shared/base/text.h"
#include "shared/cost/arithmetic.h"
#include "shared/cost/custom_call.h"
#include "shared/cost/layouts.h"
#include "shared/cost/report.h"
#include "shared/cost/report_parts.h"
#include "shared/cost/units.h"

namespace hlorank::cost {

using hlo::Instruction;

std::string shortened(std::string_view text) {
  constexpr size_t kLongest = 60;
  if (text.size() <= kLongest) return std::string(text);
  return std::string(text.substr(0, characterAt(text, kLongest))) + "…";
}

const char* titleOf(Grouping grouping) {
  return grouping == Grouping::kScope ? "scope" : grouping == Grouping::kKind ? "kind" : "operation";
}

std::string more(size_t shown, size_t all, const char* noun) {
  return shown < all ? "… " + counted(all - shown, noun) + " more; --top N lists N\n" : "";
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

std::string describeUnknownDevice(const Report& report) {
  return "the peak rates of " + report.unknownDevice + " are unknown; times are estimated for " + report.machine.name +
         ": choose a machine";
}

std::string noteUnknownDevice(const Report& report) {
  if (report.unknownDevice.empty()) return {};
  return "note: " + describeUnknownDevice(report) + " (--machine, or all options --peak-*)\n";
}

namespace {

constexpr size_t kMostNames = 3;  // greatest number of instructions that a note names

std::string nameFirst(const Report& report, std::span<const hlo::InstructionId> ids) {
  std::string names;
  for (const hlo::InstructionId id : ids.first(std::min(ids.size(), kMostNames)))
    names += (names.empty() ? "" : ", ") + shortened(report.module.instructions[id].name);
  return names + (ids.size() > kMostNames ? ", …" : "");
}

constexpr double kLaunch = 5e-6;    // seconds that starting a kernel of a GPU takes at most
constexpr double kStart = .3e-6;    // seconds that XLA:CPU takes to start an instruction; measured on an AMD EPYC
constexpr double kManyRuns = 1000;  // least number of executions on a CPU that deserves a note of their start

// Returns how many times instructions that take time are executed.
double countRuns(const Report& report) {
  double runs = 0;
  for (const Hotspot& spot : report.hotspots)
    if (spot.seconds > 0 && !takesNoTime(report.module.instructions[spot.id].opcode)) runs += spot.trips;
  return runs;
}

// Whether an instruction is or fuses a convolution that XLA:CPU computes slowly.
bool isSlowConvolution(const Report& report, const Hotspot& spot) {
  const Instruction& instruction = report.module.instructions[spot.id];
  const auto fused = fusedBy(report.module, instruction);
  const auto isConvolution = [](const Instruction& one) { return one.opcode == hlo::Opcode::kConvolution; };
  return countPasses(spot.cost) > kMostPasses &&
         (isConvolution(instruction) || std::any_of(fused.begin(), fused.end(), isConvolution));
}

bool isCollective(const Report& report, const Hotspot& spot) {
  return spot.cost.bytes > 0 && kindOf(report.module, report.module.instructions[spot.id]) == "collective";
}

// Return the executed instructions for which `holds` is true of the hotspot or the instruction, largest share of the
// time first.
template <class Condition>
std::vector<hlo::InstructionId> spotsWhere(const Report& report, Condition holds) {
  std::vector<hlo::InstructionId> found;
  for (const Hotspot& spot : report.hotspots)
    if (holds(spot)) found.push_back(spot.id);
  return found;
}
template <class Condition>
std::vector<hlo::InstructionId> executedWhere(const Report& report, Condition holds) {
  return spotsWhere(report, [&](const Hotspot& spot) { return holds(report.module.instructions[spot.id]); });
}

// Whether a conditional has branches to choose from.
bool isChoice(const Report& report, const Instruction& instruction) {
  return instruction.opcode == hlo::Opcode::kConditional && report.module.calledBy(instruction).size() > 1;
}

// Whether the result is an array with a dimension of unknown size.
bool hasUnboundedDimension(const Report& report, const Instruction& instruction) {
  const auto sizes = report.module.dimensionsOf(instruction.shape);
  return std::find(sizes.begin(), sizes.end(), hlo::kUnboundedDimension) != sizes.end();
}

}  // namespace

std::vector<Notice> listNotices(const Report& report) {
  const auto &loops = report.analysis.unknownLoops, &calls = report.analysis.unknownCalls;
  std::vector<Notice> notices;
  if (report.measured && report.measured->programs > 1)
    notices.push_back({"otherPrograms", "the trace has the times of " +
                                            counted(report.measured->programs - 1, "other program") +
                                            " too: open it with another program's module to see them"});
  const auto noteOtherMachine = [&](const std::string& compiledFor, const std::string& sign) {
    notices.push_back({"otherMachine", "times are estimated for " + report.machine.name +
                                           ", although the program was compiled for a " + compiledFor + " (" + sign +
                                           "): choose the " + compiledFor + " as machine"});
  };
  const std::vector<hlo::Shape>& shapes = report.module.shapes;
  if (std::any_of(shapes.begin(), shapes.end(), hasTiles)) {
    if (report.machine.platform != Platform::kTpu) noteOtherMachine("TPU", "its layouts are tiled");
    const auto isCopyStart = [&](const Hotspot& spot) {
      return report.module.instructions[spot.id].opcode == hlo::Opcode::kCopyStart;
    };
    if (std::any_of(report.hotspots.begin(), report.hotspots.end(), isCopyStart))
      notices.push_back({"memorySpaces",
                         "copies to another memory space count as traffic of the main memory, and asynchronous copies "
                         "as if nothing ran beside them"});
  } else if (report.machine.platform == Platform::kCpu && report.unknownDevice.empty()) {
    if (const std::string sign = findGpuSign(report.module); !sign.empty()) noteOtherMachine("GPU", sign);
  }
  const double runs = countRuns(report);
  const auto noteStarts = [&](const std::string& starts, const char* unit) {
    notices.push_back({"launches", "the time to start " + starts + " each, is not part of the estimate: the " +
                                       formatCount(runs, "") + unit + formatSeconds(report.seconds / runs) +
                                       " on average"});
  };
  if (report.machine.platform == Platform::kGpu && report.seconds < kLaunch * runs)
    noteStarts("kernels, some microseconds", " kernels take ");
  if (report.machine.platform == Platform::kCpu && runs >= kManyRuns && report.seconds < kStart * runs)
    noteStarts("instructions, about " + formatSeconds(kStart), " executions take ");
  if (const auto slow = spotsWhere(report, [&](const Hotspot& spot) { return isSlowConvolution(report, spot); });
      !slow.empty())
    notices.push_back({"slowConvolutions",
                       "XLA:CPU has slow code for convolutions in groups, of few features, over three dimensions or in "
                       "loops: the times of " +
                           nameFirst(report, slow) + " are rough, most of them within a factor of three"});
  if (!loops.empty())
    notices.push_back({"unknownLoops", "the trip counts of " + counted(loops.size(), "loop") +
                                           " are unknown and count as 1: " + nameFirst(report, loops)});
  const auto choices = executedWhere(report, [&](const Instruction& at) { return isChoice(report, at); });
  if (!choices.empty() && report.convention == Convention::kExecuted)
    notices.push_back({"conditionals", counted(choices.size(), "conditional") +
                                           (choices.size() == 1 ? " counts" : " count") +
                                           " as the branch that takes longest: " + nameFirst(report, choices)});
  const auto unbounded =
      executedWhere(report, [&](const Instruction& at) { return hasUnboundedDimension(report, at); });
  if (!unbounded.empty())
    notices.push_back({"unboundedDimensions", "arrays with a dimension of unknown size count as empty, in " +
                                                  counted(unbounded.size(), "instruction") + ": " +
                                                  nameFirst(report, unbounded)});
  if (!calls.empty() && report.convention == Convention::kExecuted)
    notices.push_back({"unknownCalls", "the FLOPs of " + counted(calls.size(), "custom call") +
                                           " are unknown and count as 0: " + nameFirst(report, calls)});
  if (std::any_of(report.hotspots.begin(), report.hotspots.end(),
                  [&](const Hotspot& spot) { return isCollective(report, spot); }))
    notices.push_back({"network",
                       "collectives count as memory traffic of one device: the network between devices is "
                       "not part of the estimate"});
  return notices;
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
  return intensity == 0 ? "" : formatted(intensity < 9.95 ? "%.2f" : "%.0f", intensity);
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

using Row = std::vector<std::string>;

Row join(Row first, const Row& middle, const Row& last) {
  first.insert(first.end(), middle.begin(), middle.end());
  first.insert(first.end(), last.begin(), last.end());
  return first;
}

// Names what limits an instruction; for arithmetic also its main kind, which decides the peak rate.
std::string describeBound(const Report& report, const Hotspot& spot) {
  std::string text(name(spot.bound));
  if (spot.bound != Bound::kCompute) return text;
  const auto arithmetic = mainArithmetic(spot.cost, report.machine);
  return arithmetic ? text + " (" + std::string(describe(*arithmetic)) + ")" : text;
}

// Return the titles and the cells of the table columns about time, work and the limiting resource.
Row figureTitles(const Report& report, bool ofGroups) {
  if (!report.measured) return {"time", "FLOP", "bytes", "FLOP/B", "bound"};
  return join(measuredTitles(ofGroups), {"bytes", "bound"}, {});
}

Row figureCells(const Report& report, const Hotspot& spot) {
  const std::string bytes = spot.cost.bytes == 0 ? "" : formatBytes(spot.cost.bytes),
                    bound = describeBound(report, spot);
  if (report.measured) return join(measuredCells(spot), {bytes, bound}, {});
  return {formatSeconds(spot.seconds), spot.cost.flops == 0 ? "" : formatCount(spot.cost.flops), bytes,
          intensityText(spot.cost), bound};
}

double shareOf(const Report& report, const Hotspot& spot) {
  return report.measured ? spot.measuredShare : spot.share;
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
          describeRates(report.machine, report.analysis.total) + "\n";
  text += noteUnknownDevice(report);
  if (isUnoptimised(report)) text += std::string("note: ") + kUnoptimised + "\n";
  for (const Notice& notice : listNotices(report)) text += "note: " + notice.message + "\n";
  return text;
}

std::string formatText(const Report& report, size_t top) {
  Rows rows = {join({"share", "sum"}, figureTitles(report, /*ofGroups=*/false), {"trips", "instruction"})};
  double sum = 0;
  size_t costly = 0;
  for (const Hotspot& spot : report.hotspots) {
    if (spot.bound == Bound::kNone && spot.measured == 0) continue;
    ++costly;
    if (rows.size() > top) continue;
    const double share = shareOf(report, spot);
    sum += share;
    rows.push_back(join({formatPercent(share), formatPercent(sum)}, figureCells(report, spot),
                        {formatTrips(spot.trips), placeOf(report, spot.id)}));
  }
  const size_t shown = rows.size() - 1;
  return summarize(report) + (report.measured ? summarizeMeasured(report) : "") +
         (shown == 0 ? "" : "\n" + formatTable(rows)) + more(shown, costly, "instruction");
}

std::string formatText(const Report& report, size_t top, Grouping grouping) {
  const bool isTree = grouping == Grouping::kScope;
  const char* title = titleOf(grouping);
  Rows rows = {join({"share", isTree ? "own" : "sum"}, figureTitles(report, /*ofGroups=*/true), {"ops", title})};
  const auto groups = groupHotspots(report.module, report.hotspots, grouping);
  double sum = 0;
  for (const Group& group : groups) {
    if (rows.size() > top) break;
    const double own = shareOf(report, group.sum);
    sum += own;
    rows.push_back(
        join({formatPercent(shareOf(report, group.inclusive)), formatPercent(isTree ? own : sum)},
             figureCells(report, group.inclusive),
             {std::to_string(group.members.size()), std::string(2 * group.depth, ' ') + shortened(group.name)}));
  }
  const size_t shown = rows.size() - 1;
  return summarize(report) + (report.measured ? summarizeMeasured(report) : "") + "\n" + formatTable(rows) +
         more(shown, groups.size(), title);
}

std::string formatConflictsText(const Report& report, size_t top) {
  const auto conflicts = listConflicts(report.module, report.analysis);
  double total = 0, moved = 0;
  size_t fused = 0;
  for (const Conflict& conflict : conflicts) {
    fused += conflict.isFused;
    total += conflict.bytes * conflict.trips;
    moved += conflict.isFused ? 0 : conflict.bytes * conflict.trips;
  }
  std::string text = std::string(report.module.name) + ": ";
  const size_t alone = conflicts.size() - fused;
  text += alone == 1 ? "1 copy, transpose or reshape moves "
                     : std::to_string(alone) + " copies, transposes and reshapes move ";
  const double all = report.analysis.total.bytes;
  text += formatBytes(moved) + " of " + formatBytes(all) + " (" + formatPercent(all > 0 ? moved / all : 0) + ")";
  if (fused > 0)
    text += "; " + std::to_string(fused) +
            (fused == 1 ? " inside a fusion reorders another " : " inside fusions reorder another ") +
            formatBytes(total - moved);
  text += "\n";
  for (const Notice& notice : listNotices(report))
    if (notice.kind == std::string_view("unknownLoops")) text += "note: " + notice.message + "\n";
  Rows rows = {{"total", "bytes", "trips", "kind", "from", "to", "instruction"}};
  for (const Conflict& conflict : conflicts) {
    if (rows.size() > top) break;
    const auto shapeText = [&](hlo::ShapeId shape) { return shortened(toString(report.module, shape)); };
    rows.push_back({formatBytes(conflict.bytes * conflict.trips), formatBytes(conflict.bytes),
                    formatTrips(conflict.trips),
                    std::string(conflict.isFused ? "fused " : "") + std::string(name(conflict.kind)),
                    shapeText(conflict.from), shapeText(conflict.to), placeOf(report, conflict.id)});
  }
  const size_t shown = rows.size() - 1;
  return text + (shown == 0 ? "" : "\n" + formatTable(rows)) + more(shown, conflicts.size(), "row");
}

}  // namespace hlorank::cost
