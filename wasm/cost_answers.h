// Converts the cost analysis of a program to JavaScript: the estimated cost of its instructions (hotspots), and its
// layout conflicts (instructions that only rearrange data).
#pragma once

#include <emscripten/val.h>

#include <optional>
#include <string>
#include <vector>

#include "shared/cost/arithmetic.h"
#include "shared/cost/report.h"
#include "wasm/answers.h"

namespace hlorank {

// Returns the machines for cost estimates as JavaScript objects of the type Machine in answers.ts: the presets, and
// `measuredOn` if it is none of them. `total`: the cost of the program; the field `rates` has the peak rates that
// matter for it.
inline emscripten::val machinesAnswer(const cost::Cost& total, const std::optional<cost::Machine>& measuredOn) {
  const auto presets = cost::listMachines();
  std::vector<cost::Machine> all(presets.begin(), presets.end());
  if (measuredOn && !cost::findMachine(measuredOn->name)) all.push_back(*measuredOn);
  emscripten::val machines = emscripten::val::array();
  for (const cost::Machine& machine : all) {
    emscripten::val entry = emscripten::val::object();
    entry.set("name", machine.name);
    entry.set("description", machine.description);
    entry.set("rates", cost::describeRates(machine, total));
    machines.call<void>("push", entry);
  }
  return machines;
}

// Returns the costs of the instructions whose cost is not 0, in the order of the report, as a JavaScript object. It has
// the type Costs in answers.ts, except for some fields: `kinds`, `bounds` and `arithmetic` are strings with one
// line per instruction, and `conflicts` is JSON.
inline emscripten::val costsAnswer(const cost::Report& report, const std::optional<cost::Machine>& measuredOn,
                                   std::string_view file) {
  std::vector<uint32_t> instructions, conflictInstructions;
  std::vector<double> seconds, share, flops, transcendentals, bytes, trips, measured, measuredShare;
  std::string kinds, bounds, arithmetic;
  for (const cost::Hotspot& spot : report.hotspots) {
    if (spot.bound == cost::Bound::kNone && spot.measured == 0) continue;
    instructions.push_back(spot.id);
    seconds.push_back(spot.seconds);
    share.push_back(spot.share);
    flops.push_back(spot.cost.flops);
    transcendentals.push_back(spot.cost.transcendentals);
    bytes.push_back(spot.cost.bytes);
    trips.push_back(spot.trips);
    measured.push_back(spot.measured);
    measuredShare.push_back(spot.measuredShare);
    kinds += cost::kindOf(report.module, report.module.instructions[spot.id]);
    kinds += '\n';
    bounds += cost::name(spot.bound);
    bounds += '\n';
    if (const auto main = cost::mainArithmetic(spot.cost, report.machine)) arithmetic += cost::describe(*main);
    arithmetic += '\n';
  }
  for (const cost::Conflict& conflict : cost::listConflicts(report.module, report.analysis))
    conflictInstructions.push_back(conflict.id);
  emscripten::val answer = emscripten::val::object();
  answer.set("instructions", copied("Uint32Array", instructions));
  answer.set("seconds", copied("Float64Array", seconds));
  answer.set("share", copied("Float64Array", share));
  answer.set("flops", copied("Float64Array", flops));
  answer.set("transcendentals", copied("Float64Array", transcendentals));
  answer.set("bytes", copied("Float64Array", bytes));
  answer.set("trips", copied("Float64Array", trips));
  answer.set("isMeasured", report.measured.has_value());
  answer.set("measured", copied("Float64Array", measured));
  answer.set("measuredShare", copied("Float64Array", measuredShare));
  answer.set("kinds", kinds);
  answer.set("bounds", bounds);
  answer.set("arithmetic", arithmetic);
  answer.set("machine", report.machine.name);
  answer.set("machines", machinesAnswer(report.analysis.total, measuredOn));
  answer.set("conflicts", cost::formatConflictsJson(report, file, conflictInstructions.size()));
  answer.set("conflictInstructions", copied("Uint32Array", conflictInstructions));
  return answer;
}

// Returns groups of instructions with their costs, as `hlorank cost --by` prints them (`report`, JSON), and the
// instructions of all groups, one group after another.
inline emscripten::val groupsAnswer(const cost::Report& report, std::string_view file, cost::Grouping grouping) {
  std::vector<uint32_t> members;
  for (const cost::Group& group : cost::groupHotspots(report.module, report.hotspots, grouping))
    members.insert(members.end(), group.members.begin(), group.members.end());
  emscripten::val answer = emscripten::val::object();
  answer.set("report", cost::formatJson(report, file, report.module.instructions.size(), grouping));
  answer.set("members", copied("Uint32Array", members));
  return answer;
}

}  // namespace hlorank
