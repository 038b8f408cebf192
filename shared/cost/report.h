// Reports of a program's estimated costs as JSON, CSV and text, the same on the page and on the command line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/cost/conflicts.h"
#include "shared/cost/hotspots.h"

namespace hlorank::cost {

// A program with the costs of its instructions (cost.h) and their estimated times on one machine.
struct Report {
  Report(const hlo::Module& module, Machine machine, Convention convention = Convention::kExecuted);

  const hlo::Module& module;
  Convention convention;  // how costs are counted
  Machine machine;
  Analysis analysis;
  std::vector<Hotspot> hotspots;  // the executed instructions, largest share of the time first
  double seconds = 0;             // estimated time of one run: the sum over the hotspots
  std::optional<MeasuredTimes> measured;
  // Name of the measured GPU or TPU if its peak rates are unknown, so that `machine` replaces it; else empty.
  std::string unknownDevice;

  // Adds measured times to the report. Each list in `times` must have one entry per instruction of the module. Call at
  // most once.
  void addMeasured(MeasuredTimes times);
};

// Formats a report as JSON with the `top` instructions that have the largest share of the time:
//   {version, file, name, machine: {name, flops, rates, bandwidth, transcendentals},
//  totals: {flops, transcendentals, bytes, intensity, seconds, instructions, loops, unknownLoops, unknownCalls},
//  notices: [{kind, message}],
//  instructions: [{name, computation, opcode, kind, scope, flops, transcendentals, bytes, trips, intensity, bound,
//                  arithmetic, seconds, share}]}: costs and times of all executions, largest share first.
// `rates`: operations per second of each kind of arithmetic (arithmetic.h); `flops` is the one that vendors state.
// `arithmetic`: the kind that takes the most time, "" without one.
// Instructions inside fusions and applied computations are not listed, because the caller's cost includes them.
// With measured times:
//   {totals: {…, measuredSeconds, measuredInstructions, measuredUntraced, measuredSpread, runs},
//    instructions: [{…, measuredSeconds, measuredSpread, measuredShare, ratio, disagrees}]}, largest measured
//    share first.
// `ratio`: measured share / estimated share, null without an estimate. `disagrees`: see measured.h.
// With `grouping`:
//   {…, groups: [{name, depth, instructions, flops, …, share, inclusiveSeconds, inclusiveShare}]}.
std::string formatJson(const Report& report, std::string_view file, size_t top);
std::string formatJson(const Report& report, std::string_view file, size_t top, Grouping grouping);
// Formats at most `top` layout conflicts as JSON, largest bytes × trips first. A layout conflict is an instruction that
// moves data because layouts differ (conflicts.h):
//   {…, conflicts: [{name, computation, opcode, kind, fused, from, to, bytes, trips, share}]}
std::string formatConflictsJson(const Report& report, std::string_view file, size_t top);

// Format a report, its groups or its layout conflicts as CSV. The columns are the fields of formatJson and
// formatConflictsJson.
std::string formatCsv(const Report& report, size_t top);
std::string formatCsv(const Report& report, size_t top, Grouping grouping);
std::string formatConflictsCsv(const Report& report, size_t top);

// Returns a line for the command line that the peak rates of the measured GPU or TPU are unknown; "" if they are known.
// formatText contains it.
std::string noteUnknownDevice(const Report& report);

// Format a report, its groups or its layout conflicts as text: a summary, then an aligned table with cumulative shares.
// Measured times, if present, are shown beside the estimates.
std::string formatText(const Report& report, size_t top);
std::string formatText(const Report& report, size_t top, Grouping grouping);
std::string formatConflictsText(const Report& report, size_t top);

}  // namespace hlorank::cost
