// The command `hlorank cost`: shows the FLOPs and bytes of a program, and which instructions take the most time.

#include <string>
#include <vector>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/cli/commands.h"
#include "native/cli/module_file.h"
#include "native/cli/report_options.h"
#include "shared/profile/join.h"

namespace hlorank::cli {
namespace {

struct CostArguments : ReportOptions {
  std::string path, profile, convention = "executed";
  bool layouts = false;
};

std::string format(const cost::Report& report, const CostArguments& arguments) {
  if (!arguments.layouts) return formatReport(report, arguments, arguments.path);
  const size_t top = rowsOf(arguments);
  return arguments.json  ? cost::formatConflictsJson(report, arguments.path, top)
         : arguments.csv ? cost::formatConflictsCsv(report, top)
                         : cost::formatConflictsText(report, top);
}

// Reads the profiles in the file of --profile; none without the option. On failure, prints the error and sets `code`.
std::vector<profile::Profile> readProfiles(const CostArguments& arguments, int& code) {
  if (arguments.profile.empty()) return {};
  const auto bytes = native::readFile(arguments.profile);
  if (!bytes) {
    code = native::fail(bytes.error(), arguments.profile, native::kUsage);
    return {};
  }
  auto profiles = profile::readProfiles(*bytes);
  if (profiles) return std::move(*profiles);
  code = native::fail(profiles.error(), arguments.profile, native::kBadInput);
  return {};
}

int runCost(const CostArguments& arguments) {
  int code = native::kOk;
  const auto module = readModuleFile(arguments.path, code);
  if (!module) return code;
  const std::vector<profile::Profile> profiles = readProfiles(arguments, code);
  if (code != native::kOk) return code;
  const auto convention = arguments.convention == "xla" ? cost::Convention::kXla : cost::Convention::kExecuted;
  size_t joined = 0;
  std::optional<cost::MeasuredTimes> times;
  if (!profiles.empty()) {
    auto measured = profile::joinProfiles(profiles, *module, &joined);
    if (!measured) return native::fail(measured.error(), arguments.profile, native::kBadInput);
    times = std::move(*measured);
  }
  cost::Report report = makeReport(*module, arguments, times ? &profiles[joined] : nullptr, convention);
  if (times) report.addMeasured(std::move(*times));
  native::printText(format(report, arguments));
  return native::kOk;
}

}  // namespace

std::vector<std::string> machineNames() {
  std::vector<std::string> names;
  for (const cost::Machine& machine : cost::listMachines()) names.push_back(machine.name);
  return names;
}

Command addCost(CLI::App& program) {
  auto arguments = std::make_shared<CostArguments>();
  CLI::App* app = program.add_subcommand("cost", "Show FLOPs, bytes and estimated time of a program's instructions");
  app->footer(
      "  hlorank cost program.hlo                     list the instructions that take the most time\n"
      "  hlorank cost program.hlo --by scope          sum them by the layers of the source program\n"
      "  hlorank cost program.hlo --machine a100      estimate the time on another machine\n"
      "  hlorank cost program.hlo --layouts           list copies and transposes by the bytes they move\n"
      "  hlorank cost program.hlo --profile trace.xplane.pb   compare the estimates with measured times\n"
      "  hlorank cost program.hlo --json | jq '.instructions[:3]'");
  app->add_option("FILE", arguments->path, "HLO text or proto, optionally gzipped; - means the standard input")
      ->required();
  auto* by = addRowOptions(*app, *arguments);
  addMachineOptions(*app, *arguments);
  auto* profile = app->add_option("--profile", arguments->profile,
                                  "Show the measured times in TIMES beside the estimates: a file that `hlorank profile "
                                  "-o` wrote, or a trace of jax.profiler (.xplane.pb). FILE must be the optimised "
                                  "module that was measured")
                      ->type_name("TIMES");
  app->add_flag(
         "--layouts", arguments->layouts,
         "List copies, transposes and reshapes that move data, sorted by the bytes they move in all loop iterations")
      ->excludes(by)
      ->excludes(profile);
  app->add_option("--convention", arguments->convention,
                  "Count the body of a loop as often as it runs (executed), or once like XLA's own cost analysis (xla)")
      ->check(CLI::IsMember({"executed", "xla"}))
      ->capture_default_str();
  addFormatOptions(*app, *arguments);
  return {app, [arguments] { return runCost(*arguments); }};
}

}  // namespace hlorank::cli
