// `hlorank cost`: shows what a program computes and moves, and which instructions take the time.

#include <cmath>
#include <string>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/cli/commands.h"
#include "shared/cost/report.h"
#include "shared/hlo/read.h"
#include "shared/npz/npz.h"

namespace hlorank::cli {
namespace {

constexpr size_t kDefaultTop = 20;  // rows of a table

struct Options {
  std::string path, by, machine = std::string(cost::kDefaultMachine), convention = "executed";
  size_t top = 0;  // 0: not given
  double flops = 0, bandwidth = 0, transcendentals = 0;
  bool layouts = false, json = false, csv = false;
};

Result<cost::Machine> chooseMachine(const Options& options) {
  cost::Machine machine = *cost::findMachine(options.machine);
  if (options.flops != 0) machine.flops = options.flops;
  if (options.bandwidth != 0) machine.bytes = options.bandwidth;
  if (options.transcendentals != 0) machine.transcendentals = options.transcendentals;
  for (const double rate : {machine.flops, machine.bytes, machine.transcendentals}) {
    if (!(rate > 0) || !std::isfinite(rate))
      return Error{"a peak rate must be a positive number", "give it per second, for example --peak-flops 2e12"};
  }
  if (options.flops != 0 || options.bandwidth != 0 || options.transcendentals != 0) {
    machine.name += " with other peaks";
    machine.description.clear();
  }
  return machine;
}

cost::Grouping groupingOf(const std::string& by) {
  return by == "op" ? cost::Grouping::kOperation : by == "kind" ? cost::Grouping::kKind : cost::Grouping::kScope;
}

std::string format(const cost::Report& report, const Options& options) {
  const size_t top = options.top > 0 ? options.top : options.json || options.csv ? SIZE_MAX : kDefaultTop;
  if (options.layouts) {
    return options.json  ? cost::formatConflictsJson(report, options.path, top)
           : options.csv ? cost::formatConflictsCsv(report, top)
                         : cost::formatConflictsText(report, top);
  }
  if (options.by.empty()) {
    return options.json  ? cost::formatJson(report, options.path, top)
           : options.csv ? cost::formatCsv(report, top)
                         : cost::formatText(report, top);
  }
  const cost::Grouping grouping = groupingOf(options.by);
  return options.json  ? cost::formatJson(report, options.path, top, grouping)
         : options.csv ? cost::formatCsv(report, top, grouping)
                       : cost::formatText(report, top, grouping);
}

int run(const Options& options) {
  const auto machine = chooseMachine(options);
  if (!machine) return native::fail(machine.error(), "hlorank cost", native::kUsage);
  auto bytes = native::readFile(options.path);
  if (!bytes) return native::fail(bytes.error(), options.path, native::kUsage);
  if (npz::looksLikeNpz(*bytes))
    return native::fail({"the file holds arrays of features, not a program: shapes and attributes are missing",
                         "give the HLO text or proto that the arrays were made from"},
                        options.path, native::kBadInput);
  const auto read = hlo::readModule(std::move(*bytes));
  if (!read) return native::fail(read.error(), options.path, native::kBadInput);
  const auto convention = options.convention == "xla" ? cost::Convention::kXla : cost::Convention::kExecuted;
  native::printText(format(cost::Report(read->module, *machine, convention), options));
  return native::kOk;
}

}  // namespace

std::vector<std::string> machineNames() {
  std::vector<std::string> names;
  for (const cost::Machine& machine : cost::listMachines()) names.push_back(machine.name);
  return names;
}

Command addCost(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("cost", "Show FLOPs, bytes and estimated time of a program's instructions");
  app->footer(
      "  hlorank cost program.hlo                     list the instructions that take the most time\n"
      "  hlorank cost program.hlo --by scope          sum them by the layers of the source program\n"
      "  hlorank cost program.hlo --machine a100      estimate the time on another machine\n"
      "  hlorank cost program.hlo --layouts           list copies and transposes by the bytes they move\n"
      "  hlorank cost program.hlo --json | jq '.instructions[:3]'");
  app->add_option("FILE", options->path, "HLO text or proto, optionally gzipped; - means the standard input")
      ->required();
  auto* by = app->add_option("--by", options->by, "Sum the instructions by operation, by kind or by op_name scope")
                 ->check(CLI::IsMember({"op", "kind", "scope"}));
  app->add_option("--top", options->top, "Print the first N rows (default: 20 of a table, all of JSON and CSV)")
      ->check(CLI::PositiveNumber);
  app->add_option("--machine", options->machine, "Peak rates for the estimated time")
      ->check(CLI::IsMember(machineNames()))
      ->capture_default_str();
  app->add_option("--peak-flops", options->flops, "Floating-point operations per second, in place of the machine's");
  app->add_option("--peak-bandwidth", options->bandwidth, "Bytes of memory per second, in place of the machine's");
  app->add_option("--peak-transcendentals", options->transcendentals,
                  "Functions such as exp per second, in place of the machine's");
  app->add_flag("--layouts", options->layouts,
                "List copies, transposes and reshapes that move data, by bytes times trips")
      ->excludes(by);
  app->add_option("--convention", options->convention,
                  "Count the body of a loop as often as it is executed, or once as XLA's own cost analysis does")
      ->check(CLI::IsMember({"executed", "xla"}))
      ->capture_default_str();
  auto* json = app->add_flag("--json", options->json, "Print one JSON object instead of a table");
  app->add_flag("--csv", options->csv, "Print comma-separated values instead of a table")->excludes(json);
  return {app, [options] { return run(*options); }};
}

}  // namespace hlorank::cli
