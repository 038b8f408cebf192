// The command `hlorank cost`: shows the FLOPs and bytes of a program, and which instructions take the most time.

#include <string>
#include <vector>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/cli/commands.h"
#include "native/cli/cost_options.h"
#include "native/cli/module_file.h"
#include "shared/profile/join.h"

namespace hlorank::cli {
namespace {

struct Options : CostOptions {
  std::string path, profile, convention = "executed";
  bool layouts = false;
};

std::string format(const cost::Report& report, const Options& options) {
  if (!options.layouts) return formatReport(report, options, options.path);
  const size_t top = rowsOf(options);
  return options.json  ? cost::formatConflictsJson(report, options.path, top)
         : options.csv ? cost::formatConflictsCsv(report, top)
                       : cost::formatConflictsText(report, top);
}

// Reads the profiles in the file of --profile; none without the option. On failure, prints the error and sets `code`.
std::vector<profile::Profile> readProfiles(const Options& options, int& code) {
  if (options.profile.empty()) return {};
  const auto bytes = native::readFile(options.profile);
  if (!bytes) {
    code = native::fail(bytes.error(), options.profile, native::kUsage);
    return {};
  }
  auto profiles = profile::readProfiles(*bytes);
  if (profiles) return std::move(*profiles);
  code = native::fail(profiles.error(), options.profile, native::kBadInput);
  return {};
}

int run(const Options& options) {
  int code = native::kOk;
  const auto module = readModuleFile(options.path, code);
  if (!module) return code;
  const std::vector<profile::Profile> profiles = readProfiles(options, code);
  if (code != native::kOk) return code;
  const auto convention = options.convention == "xla" ? cost::Convention::kXla : cost::Convention::kExecuted;
  size_t joined = 0;
  std::optional<cost::MeasuredTimes> times;
  if (!profiles.empty()) {
    auto measured = profile::joinProfiles(profiles, *module, &joined);
    if (!measured) return native::fail(measured.error(), options.profile, native::kBadInput);
    times = std::move(*measured);
  }
  cost::Report report = makeReport(*module, options, times ? &profiles[joined] : nullptr, convention);
  if (times) report.addMeasured(std::move(*times));
  native::printText(format(report, options));
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
      "  hlorank cost program.hlo --profile trace.xplane.pb   compare the estimates with measured times\n"
      "  hlorank cost program.hlo --json | jq '.instructions[:3]'");
  app->add_option("FILE", options->path, "HLO text or proto, optionally gzipped; - means the standard input")
      ->required();
  auto* by = addRowOptions(*app, *options);
  addMachineOptions(*app, *options);
  auto* profile = app->add_option("--profile", options->profile,
                                  "Show the measured times in TIMES beside the estimates: a file that `hlorank profile "
                                  "-o` wrote, or a trace of jax.profiler (.xplane.pb). FILE must be the optimised "
                                  "module that was measured")
                      ->type_name("TIMES");
  app->add_flag(
         "--layouts", options->layouts,
         "List copies, transposes and reshapes that move data, sorted by the bytes they move in all loop iterations")
      ->excludes(by)
      ->excludes(profile);
  app->add_option("--convention", options->convention,
                  "Count the body of a loop as often as it runs (executed), or once like XLA's own cost analysis (xla)")
      ->check(CLI::IsMember({"executed", "xla"}))
      ->capture_default_str();
  addFormatOptions(*app, *options);
  return {app, [options] { return run(*options); }};
}

}  // namespace hlorank::cli
