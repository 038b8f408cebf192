// Reports of the cost analysis as JSON, CSV and text. The page and the command line show the same ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/cost/conflicts.h"
#include "shared/cost/hotspots.h"

namespace hlorank::cost {

// A program with its costs on a machine.
struct Report {
  Report(const hlo::Module& module, Machine machine, Convention convention = Convention::kExecuted);

  const hlo::Module& module;
  Machine machine;
  Analysis analysis;
  std::vector<Hotspot> hotspots;  // largest share first
  double seconds = 0;             // estimated time of one run: the sum of the hotspots
  std::optional<MeasuredTimes> measured;

  // Adds measured times, of as many instructions as the module has. Call it once.
  void addMeasured(MeasuredTimes times);
};

// {version, file, name, machine: {name, flops, bandwidth, transcendentals},
//  totals: {flops, transcendentals, bytes, intensity, seconds, instructions, loops, unknownLoops, unknownCalls},
//  instructions: [{name, computation, opcode, kind, scope, flops, transcendentals, bytes, trips, intensity, bound,
//                  seconds, share}]}: largest share first, at most `top`. Figures are of all executions.
// Instructions inside fusions and applied computations count in the instruction that calls them and are not listed.
// With measured times: {totals: {…, measuredSeconds, measuredInstructions, measuredUntraced, measuredSpread, runs},
//  instructions: [{…, measuredSeconds, measuredSpread, measuredShare, ratio, disagrees}]}, largest measured share
//  first. `ratio` is the measured share / the estimated share, null without an estimate.
// With `grouping`: {…, groups: [{name, depth, instructions, flops, …, share, inclusiveSeconds, inclusiveShare}]}.
std::string formatJson(const Report& report, std::string_view file, size_t top);
std::string formatJson(const Report& report, std::string_view file, size_t top, Grouping grouping);
// {…, conflicts: [{name, computation, opcode, kind, fused, from, to, bytes, trips, share}]}: by bytes × trips.
std::string formatConflictsJson(const Report& report, std::string_view file, size_t top);

// One line per entry, after a line with the names of the columns: those of the JSON.
std::string formatCsv(const Report& report, size_t top);
std::string formatCsv(const Report& report, size_t top, Grouping grouping);
std::string formatConflictsCsv(const Report& report, size_t top);

// A summary, then an aligned table with cumulative shares; with measured times, a table that compares them.
std::string formatText(const Report& report, size_t top);
std::string formatText(const Report& report, size_t top, Grouping grouping);
std::string formatConflictsText(const Report& report, size_t top);

}  // namespace hlorank::cost
