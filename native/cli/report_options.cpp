#include "native/cli/report_options.h"

#include "native/base/output.h"
#include "native/base/validators.h"
#include "native/cli/commands.h"
#include "shared/profile/device.h"

namespace hlorank::cli {

CLI::Option* addRowOptions(CLI::App& app, ReportOptions& options) {
  auto* by =
      app.add_option(
             "--by", options.by,
             "Print a row per operation (op), kind of operation (kind) or op_name scope (scope) instead of one per "
             "instruction")
          ->check(CLI::IsMember({"op", "kind", "scope"}));
  app.add_option("--top", options.top,
                 "Print only the first N rows, or `all` (default: 20 in a table, all in JSON and CSV)")
      ->transform(native::countOrAll(1));
  return by;
}

void addMachineOptions(CLI::App& app, ReportOptions& options) {
  app.add_option(
         "--machine", options.machine,
         "Estimate times with the peak rates of this machine (default: the GPU or TPU that a trace names, else " +
             std::string(cost::kDefaultMachine) + ")")
      ->check(CLI::IsMember(machineNames()));
  app.add_option(
         "--peak-flops", options.flops,
         "Peak FLOP/s of f16 matrix products (on CPUs: of f32), instead of those of --machine; the rates of other "
         "kinds of arithmetic change in proportion")
      ->check(native::positive<double>());
  app.add_option("--peak-bandwidth", options.bandwidth,
                 "Peak memory bandwidth in bytes per second, instead of that of --machine")
      ->check(native::positive<double>());
  app.add_option("--peak-transcendentals", options.transcendentals,
                 "Peak evaluations of transcendental functions (such as exp and tanh) per second, instead of those of "
                 "--machine")
      ->check(native::positive<double>());
}

void addFormatOptions(CLI::App& app, ReportOptions& options) {
  auto* json = app.add_flag("--json", options.json, "Print one JSON object instead of a table");
  app.add_flag("--csv", options.csv, "Print comma-separated values instead of a table")->excludes(json);
}

cost::Report makeReport(const hlo::Module& module, const ReportOptions& options, const profile::Profile* profile,
                        cost::Convention convention) {
  cost::Machine machine = cost::findMachineOrDefault(options.machine);
  std::string unknownDevice;
  if (profile && options.machine.empty()) {
    if (const auto measuredOn = profile::machineOf(*profile))
      machine = *measuredOn;
    else if (options.flops == 0 || options.bandwidth == 0 || options.transcendentals == 0)
      unknownDevice = profile::deviceOf(*profile);
  }
  if (options.flops != 0) machine.scaleRates(options.flops);
  if (options.bandwidth != 0) machine.bytes = options.bandwidth;
  if (options.transcendentals != 0) machine.transcendentals = options.transcendentals;
  if (options.flops != 0 || options.bandwidth != 0 || options.transcendentals != 0) {
    machine.name += " with other peaks";
    machine.description.clear();
  }
  cost::Report report(module, machine, convention);
  report.unknownDevice = unknownDevice;
  if (options.csv) native::note("%s", cost::noteUnknownDevice(report).c_str());
  return report;
}

size_t rowsOf(const ReportOptions& options) {
  constexpr size_t kDefaultTop = 20;  // rows of a table without --top
  return options.top.value_or(options.json || options.csv ? SIZE_MAX : kDefaultTop);
}

std::string formatReport(const cost::Report& report, const ReportOptions& options, const std::string& file) {
  const size_t top = rowsOf(options);
  if (options.by.empty()) {
    return options.json  ? cost::formatJson(report, file, top)
           : options.csv ? cost::formatCsv(report, top)
                         : cost::formatText(report, top);
  }
  const cost::Grouping grouping = options.by == "op"     ? cost::Grouping::kOperation
                                  : options.by == "kind" ? cost::Grouping::kKind
                                                         : cost::Grouping::kScope;
  return options.json  ? cost::formatJson(report, file, top, grouping)
         : options.csv ? cost::formatCsv(report, top, grouping)
                       : cost::formatText(report, top, grouping);
}

}  // namespace hlorank::cli
