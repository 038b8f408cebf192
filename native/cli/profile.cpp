// The command `hlorank profile`: measures the time of every instruction of a program on this machine, or shows times
// measured earlier.

#include <string>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "native/base/validators.h"
#include "native/cli/commands.h"
#include "native/cli/module_file.h"
#include "native/cli/report_options.h"
#include "native/collect/profile.h"
#include "native/data/program_file.h"
#include "shared/hlo/read.h"
#include "shared/profile/join.h"

namespace hlorank::cli {
namespace {

struct ProfileArguments : ReportOptions {
  std::string path, module, output;
  int core = -1, threads = 1;
  bool quiet = false;
  collect::WorkerOptions worker;
  collect::ProfileOptions measure;
};

int writeProfile(const ProfileArguments& arguments, const profile::Profile& profile) {
  if (arguments.output.empty()) return native::kOk;
  const auto written = native::writeFile(arguments.output, profile::formatProfile(profile));
  return written ? native::kOk : native::failToWrite(written.error(), arguments.output);
}

// Shows the times `measured` of `profile`, joined to the instructions of its module.
int show(const ProfileArguments& arguments, const profile::Profile& profile, Result<cost::MeasuredTimes> measured,
         const hlo::Module& module) {
  if (!measured) return native::fail(measured.error(), arguments.path, native::kBadInput);
  cost::Report report = makeReport(module, arguments, &profile);
  report.addMeasured(std::move(*measured));
  if (arguments.output != "-") native::printText(formatReport(report, arguments, arguments.path));
  return native::kOk;
}

// Shows the measured times in a file of profiles or a trace, beside the instructions of an HLO module. The module on
// the command line is used if there is one, else the module in the file.
int showFile(const ProfileArguments& arguments, std::vector<profile::Profile> profiles) {
  if (profiles.size() > 1 && arguments.module.empty())
    native::note("%s: note: the trace has %zu programs; %s takes the most time and is shown\n", arguments.path.c_str(),
                 profiles.size(), profiles[0].module.c_str());
  std::string place = arguments.path, hlo = profiles[0].hlo;
  if (!arguments.module.empty()) {
    auto bytes = native::readFile(arguments.module);
    if (!bytes) return native::fail(bytes.error(), arguments.module, native::kUsage);
    place = arguments.module;
    hlo = std::move(*bytes);
  } else {
    profiles.resize(1);
    if (hlo.empty())
      return native::fail({"the trace does not hold the module " + profiles[0].module,
                           "give the optimised module as a second argument: hlorank profile TRACE MODULE"},
                          arguments.path, native::kBadInput);
  }
  const auto read = hlo::readModule(std::move(hlo));
  if (!read) return native::fail(read.error(), place, native::kBadInput);
  size_t shown = 0;
  auto measured = arguments.module.empty() ? profile::joinProfile(profiles[0], read->module)
                                           : profile::joinProfiles(profiles, read->module, &shown);
  if (const int code = show(arguments, profiles[shown], std::move(measured), read->module); code != native::kOk)
    return code;
  profiles[shown].hlo = hlo::printText(read->module);
  return writeProfile(arguments, profiles[shown]);
}

int measure(const ProfileArguments& arguments, const hlo::Module& module) {
  collect::WorkerOptions workerOptions = arguments.worker;
  auto cores = collect::coresFrom(arguments.core, arguments.threads);
  if (!cores) return native::fail(cores.error(), "hlorank profile", native::kUsage);
  workerOptions.cores = std::move(*cores);
  const auto worker = collect::Worker::start(workerOptions);
  if (!worker) return native::fail(worker.error(), "hlorank profile", native::kUsage);
  native::catchInterrupts();
  native::Progress progress("traces", static_cast<uint64_t>(arguments.measure.traces), arguments.quiet);
  auto profile = collect::measureProfile(**worker, workerOptions, module, arguments.measure, [&](int traces) {
    progress.update(static_cast<uint64_t>(traces));
    return !native::interrupted();
  });
  progress.clear();
  if (native::interrupted()) return native::kInterrupted;
  if (!profile) return native::fail(profile.error(), arguments.path, native::kBadInput);
  const auto optimised = hlo::readModule(profile->hlo);
  if (!optimised) return native::fail(optimised.error(), arguments.path, native::kInternalError);
  if (const int code = writeProfile(arguments, *profile); code != native::kOk) return code;
  return show(arguments, *profile, profile::joinProfile(*profile, optimised->module), optimised->module);
}

int runProfile(ProfileArguments arguments, const CLI::App& app) {
  int code = native::kOk;
  auto bytes = data::readProgramFile(arguments.path, code);
  if (!bytes) return native::fail(bytes.error(), arguments.path, code);
  auto profiles = profile::readProfiles(*bytes);
  if (arguments.output == "-")
    native::noteIgnored(app, {"--by", "--top", "--json", "--csv"}, "-o - prints the times in place of the table");
  if (profiles)
    native::noteIgnored(app, {"--traces", "--window", "--seed", "--timeout", "--threads", "--core", "--python"},
                        "the file has recorded times; nothing is measured");
  if (profiles) return showFile(arguments, std::move(*profiles));
  const bool isJson = bytes->rfind('{', 0) == 0;
  const bool isTrace = arguments.path.find(".xplane.pb") != std::string::npos;
  if (isJson || isTrace) return native::fail(profiles.error(), arguments.path, native::kBadInput);
  if (!arguments.module.empty())
    return native::fail({"this file is no profile, but a module is given after it: " + profiles.error().message,
                         "give one program to measure, or a profile (.json, .xplane.pb) and its module"},
                        arguments.path, native::kUsage);
  const auto read = hlo::readModule(std::move(*bytes));
  if (!read) return native::fail(read.error(), arguments.path, native::kBadInput);
  printWarnings(read->module, arguments.path);
  return measure(arguments, read->module);
}

}  // namespace

Command addProfile(CLI::App& program) {
  auto arguments = std::make_shared<ProfileArguments>();
  CLI::App* app = program.add_subcommand("profile", "Measure the time of a program's instructions on this machine");
  app->footer(
      "  hlorank profile program.hlo -o times.json    measure, print the slowest instructions, keep all times\n"
      "  hlorank profile times.json --by scope        sum the times by the layers of the source program\n"
      "  hlorank profile trace.xplane.pb              show the times of a trace that jax.profiler recorded\n"
      "  hlorank cost optimised.hlo --profile times.json      compare the estimates with the times\n"
      "The program is compiled with XLA:CPU and runs on random inputs. Times are of the optimised instructions.");
  app->add_option(
         "FILE", arguments->path,
         "Program to measure: HLO text or proto, optionally gzipped. Or recorded times to show: a file that -o wrote, "
         "or a trace of jax.profiler (.xplane.pb)")
      ->required();
  app->add_option("MODULE", arguments->module,
                  "If FILE has recorded times: the optimised module that was measured (default: the one in FILE)");
  app->add_option(
         "-o,--output", arguments->output,
         "Write the times of every run and the optimised module to OUTPUT (JSON); - means the standard output, "
         "in place of the table")
      ->type_name("OUTPUT")
      ->check(native::outputFile());
  addRowOptions(*app, *arguments);
  app->add_option("--traces", arguments->measure.traces, "Record N traces of the program")
      ->check(native::positive<int>())
      ->capture_default_str();
  app->add_option(
         "--window", arguments->measure.window,
         "For each trace, run the program for N seconds without tracing, then for N seconds, but at least twice, with "
         "tracing")
      ->check(native::nonNegative<double>())
      ->capture_default_str();
  app->add_option("--seed", arguments->measure.seed, "Random seed of the input values")
      ->check(native::nonNegative<uint64_t>())
      ->capture_default_str();
  app->add_option("--timeout", arguments->worker.timeout, "Fail if the compilation takes longer than N seconds")
      ->check(native::positive<double>())
      ->capture_default_str();
  app->add_option("--threads", arguments->threads, "Run the program on N CPU cores")
      ->check(native::positive<int>())
      ->capture_default_str();
  app->add_option("--core", arguments->core,
                  "Use the --threads CPU cores from core number N on (default: the last cores of the machine)")
      ->check(native::nonNegative<int>());
  app->add_option(
         "--python", arguments->worker.python,
         "Run jax with this Python interpreter (default: $HLORANK_PYTHON, else the one of `npm start`, else python3)")
      ->type_name("FILE");
  addMachineOptions(*app, *arguments);
  addFormatOptions(*app, *arguments);
  app->add_flag("-q,--quiet", arguments->quiet, "Do not print progress");
  return {app, [arguments, app] { return runProfile(*arguments, *app); }};
}

}  // namespace hlorank::cli
