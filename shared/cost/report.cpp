#include "shared/cost/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "shared/base/decimal.h"
#include "shared/base/json.h"
#include "shared/base/text.h"
#include "shared/cost/arithmetic.h"
#include "shared/cost/report_parts.h"
#include "shared/hlo/quotes.h"

namespace hlorank::cost {

using hlo::Instruction;
namespace {

constexpr int kVersion = 1;  // version of the JSON format

void addMeasuredFigures(Json& row, const Report& report, const Hotspot& spot) {
  if (!report.measured) return;
  row["measuredSeconds"] = figure(spot.measured);
  if (spot.id != hlo::kNone) row["measuredSpread"] = figure(spot.measuredSpread);
  row["measuredShare"] = figure(spot.measuredShare);
  row["ratio"] = spot.share > 0 ? figure(spot.measuredShare / spot.share) : Json();
  row["disagrees"] = disagree(spot.measuredShare, spot.share);
}

void addFigures(Json& row, const Machine& machine, const Hotspot& spot) {
  row["flops"] = figure(spot.cost.flops);
  row["transcendentals"] = figure(spot.cost.transcendentals);
  row["bytes"] = figure(spot.cost.bytes);
  row["trips"] = figure(spot.trips);
  row["intensity"] = figure(intensityOf(spot.cost));
  row["bound"] = name(spot.bound);
  const auto arithmetic = mainArithmetic(spot.cost, machine);
  row["arithmetic"] = arithmetic ? name(*arithmetic) : std::string_view();
  row["seconds"] = figure(spot.seconds);
  row["share"] = figure(spot.share);
}

Json nameRow(const Report& report, hlo::InstructionId id) {
  const Instruction& instruction = report.module.instructions[id];
  return {{"name", instruction.name},
          {"computation", report.module.computations[instruction.computation].name},
          {"opcode", hlo::name(instruction.opcode)}};
}

Json instructionRows(const Report& report, size_t top) {
  Json rows = Json::array();
  for (const Hotspot& spot : report.hotspots) {
    if (rows.size() >= top) break;
    const Instruction& instruction = report.module.instructions[spot.id];
    Json row = nameRow(report, spot.id);
    row["kind"] = kindOf(report.module, instruction);
    row["scope"] = hlo::unescaped(report.module.opName(instruction));
    addFigures(row, report.machine, spot);
    addMeasuredFigures(row, report, spot);
    rows.push_back(std::move(row));
  }
  return rows;
}

Json groupRows(const Report& report, size_t top, Grouping grouping) {
  Json rows = Json::array();
  for (const Group& group : groupHotspots(report.module, report.hotspots, grouping)) {
    if (rows.size() >= top) break;
    Json row = {{"name", group.name}, {"depth", group.depth}, {"instructions", group.members.size()}};
    addFigures(row, report.machine, group.sum);
    row["inclusiveSeconds"] = figure(group.inclusive.seconds);
    row["inclusiveShare"] = figure(group.inclusive.share);
    addMeasuredFigures(row, report, group.sum);
    if (report.measured) row["inclusiveMeasuredSeconds"] = figure(group.inclusive.measured);
    rows.push_back(std::move(row));
  }
  return rows;
}

Json conflictRows(const Report& report, size_t top) {
  Json rows = Json::array();
  for (const Conflict& conflict : listConflicts(report.module, report.analysis)) {
    if (rows.size() >= top) break;
    Json row = nameRow(report, conflict.id);
    row["kind"] = name(conflict.kind);
    row["fused"] = conflict.isFused;
    row["from"] = toString(report.module, conflict.from);
    row["to"] = toString(report.module, conflict.to);
    row["bytes"] = figure(conflict.bytes);
    row["trips"] = figure(conflict.trips);
    row["total"] = figure(conflict.bytes * conflict.trips);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string toJson(const Report& report, std::string_view file, const char* listName, Json rows) {
  const Analysis& analysis = report.analysis;
  Json rates;
  for (size_t kind = 0; kind < kArithmetics; ++kind)
    rates[std::string(name(static_cast<Arithmetic>(kind)))] = figure(report.machine.rates[kind]);
  Json json = {{"version", kVersion},
               {"file", file},
               {"name", report.module.name},
               {"machine",
                {{"name", report.machine.name},
                 {"flops", figure(report.machine.rate(Arithmetic::kMatrixF16))},
                 {"rates", rates},
                 {"bandwidth", figure(report.machine.bytes)},
                 {"transcendentals", figure(report.machine.transcendentals)}}},
               {"totals",
                {{"flops", figure(analysis.total.flops)},
                 {"transcendentals", figure(analysis.total.transcendentals)},
                 {"bytes", figure(analysis.total.bytes)},
                 {"intensity", figure(intensityOf(analysis.total))},
                 {"seconds", figure(report.seconds)},
                 {"instructions", report.hotspots.size()},
                 {"loops", analysis.loops.size()},
                 {"unknownLoops", analysis.unknownLoops.size()},
                 {"unknownCalls", analysis.unknownCalls.size()}}}};
  if (report.measured) {
    Json& totals = json["totals"];
    totals["measuredSeconds"] = figure(report.measured->run);
    totals["measuredInstructions"] = figure(report.measured->ofInstructions);
    totals["measuredUntraced"] = report.measured->untraced > 0 ? figure(report.measured->untraced) : Json();
    totals["measuredSpread"] = figure(report.measured->runSpread);
    totals["runs"] = report.measured->runs;
  }
  json["notices"] = Json::array();
  if (!report.unknownDevice.empty())
    json["notices"].push_back({{"kind", "unknownDevice"}, {"message", describeUnknownDevice(report)}});
  if (isUnoptimised(report)) json["notices"].push_back({{"kind", "unoptimised"}, {"message", kUnoptimised}});
  for (const auto& [kind, message] : listNotices(report))
    json["notices"].push_back({{"kind", kind}, {"message", message}});
  json[listName] = std::move(rows);
  return oneLine(json) + "\n";
}

std::string csvCell(const Json& value) {
  if (value.is_string()) return csvField(value.get_ref<const std::string&>());
  return value.is_null() ? "" : value.dump();
}

std::string toCsv(const Json& rows) {
  std::string csv;
  if (rows.empty()) return csv;
  const auto addLine = [&](auto cellOf) {
    bool isFirst = true;
    for (const auto& [key, value] : rows.front().items()) {
      csv += (isFirst ? "" : ",") + cellOf(key);
      isFirst = false;
    }
    csv += '\n';
  };
  addLine([](const std::string& key) { return key; });
  for (const Json& row : rows) addLine([&](const std::string& key) { return csvCell(row[key]); });
  return csv;
}

}  // namespace

Json figure(double value) {
  if (!std::isfinite(value)) return nullptr;
  // Writes whole numbers without a decimal point, because readers expect counts as integers.
  if (value == std::floor(value) && std::abs(value) < 9e15) return static_cast<int64_t>(value);
  return roundDecimal(value);
}

Report::Report(const hlo::Module& program, Machine peaks, Convention convention)
    : module(program),
      convention(convention),
      machine(std::move(peaks)),
      analysis(analyse(program, convention, machine)),
      hotspots(listHotspots(program, analysis, machine)),
      seconds(sumSeconds(hotspots)) {}

void Report::addMeasured(MeasuredTimes times) {
  cost::addMeasured(hotspots, times);
  measured = std::move(times);
}

std::string formatJson(const Report& report, std::string_view file, size_t top) {
  return toJson(report, file, "instructions", instructionRows(report, top));
}
std::string formatJson(const Report& report, std::string_view file, size_t top, Grouping grouping) {
  return toJson(report, file, "groups", groupRows(report, top, grouping));
}
std::string formatConflictsJson(const Report& report, std::string_view file, size_t top) {
  return toJson(report, file, "conflicts", conflictRows(report, top));
}

std::string formatCsv(const Report& report, size_t top) {
  return toCsv(instructionRows(report, top));
}
std::string formatCsv(const Report& report, size_t top, Grouping grouping) {
  return toCsv(groupRows(report, top, grouping));
}
std::string formatConflictsCsv(const Report& report, size_t top) {
  return toCsv(conflictRows(report, top));
}

}  // namespace hlorank::cost
