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
#include "native/cli/cost_options.h"
#include "native/cli/module_file.h"
#include "native/collect/profile.h"
#include "shared/hlo/read.h"
#include "shared/profile/join.h"

namespace hlorank::cli {
namespace {

struct Options : CostOptions {
  std::string path, module, output;
  int core = -1, threads = 1;
  bool quiet = false;
  collect::WorkerOptions worker;
  collect::ProfileOptions measure;
};

int writeProfile(const Options& options, const profile::Profile& profile) {
  if (options.output.empty()) return native::kOk;
  const auto written = native::writeFile(options.output, profile::formatProfile(profile));
  return written ? native::kOk : native::fail(written.error(), options.output, native::kInternalError);
}

// Shows the times `measured` of `profile`, joined to the instructions of its module.
int show(const Options& options, const profile::Profile& profile, Result<cost::MeasuredTimes> measured,
         const hlo::Module& module) {
  if (!measured) return native::fail(measured.error(), options.path, native::kBadInput);
  cost::Report report = makeReport(module, options, &profile);
  report.addMeasured(std::move(*measured));
  if (options.output != "-") native::printText(formatReport(report, options, options.path));
  return native::kOk;
}

// Shows the measured times in a file of profiles or a trace, beside the instructions of an HLO module. The module on
// the command line is used if there is one, else the module in the file.
int showFile(const Options& options, std::vector<profile::Profile> profiles) {
  if (profiles.size() > 1 && options.module.empty())
    native::note("%s: note: the trace has %zu programs; %s takes the most time and is shown\n", options.path.c_str(),
                 profiles.size(), profiles[0].module.c_str());
  std::string place = options.path, hlo = profiles[0].hlo;
  if (!options.module.empty()) {
    auto bytes = native::readFile(options.module);
    if (!bytes) return native::fail(bytes.error(), options.module, native::kUsage);
    place = options.module;
    hlo = std::move(*bytes);
  } else {
    profiles.resize(1);
    if (hlo.empty())
      return native::fail({"the trace does not hold the module " + profiles[0].module,
                           "give the optimised module as a second argument: hlorank profile TRACE MODULE"},
                          options.path, native::kBadInput);
  }
  const auto read = hlo::readModule(std::move(hlo));
  if (!read) return native::fail(read.error(), place, native::kBadInput);
  size_t shown = 0;
  auto measured = options.module.empty() ? profile::joinProfile(profiles[0], read->module)
                                         : profile::joinProfiles(profiles, read->module, &shown);
  if (const int code = show(options, profiles[shown], std::move(measured), read->module); code != native::kOk)
    return code;
  profiles[shown].hlo = hlo::printText(read->module);
  return writeProfile(options, profiles[shown]);
}

int measure(const Options& options, const hlo::Module& module) {
  collect::WorkerOptions workerOptions = options.worker;
  auto cores = collect::coresFrom(options.core, options.threads);
  if (!cores) return native::fail(cores.error(), "hlorank profile", native::kUsage);
  workerOptions.cores = std::move(*cores);
  const auto worker = collect::Worker::start(workerOptions);
  if (!worker) return native::fail(worker.error(), "hlorank profile", native::kInternalError);
  native::catchInterrupts();
  native::Progress progress("passes", static_cast<uint64_t>(options.measure.passes), options.quiet);
  auto profile = collect::measureProfile(**worker, workerOptions, module, options.measure, [&](int passes) {
    progress.update(static_cast<uint64_t>(passes));
    return !native::interrupted();
  });
  progress.clear();
  if (native::interrupted()) return native::kInterrupted;
  if (!profile) return native::fail(profile.error(), options.path, native::kBadInput);
  const auto optimised = hlo::readModule(profile->hlo);
  if (!optimised) return native::fail(optimised.error(), options.path, native::kInternalError);
  if (const int code = writeProfile(options, *profile); code != native::kOk) return code;
  return show(options, *profile, profile::joinProfile(*profile, optimised->module), optimised->module);
}

int run(Options options, const CLI::App& app) {
  int code = native::kOk;
  auto bytes = readProgramFile(options.path, code);
  if (!bytes) return code;
  auto profiles = profile::readProfiles(*bytes);
  if (options.output == "-")
    native::noteIgnored(app, {"--by", "--top", "--json", "--csv"}, "-o - prints the times in place of the table");
  if (profiles)
    native::noteIgnored(app, {"--passes", "--window", "--seed", "--timeout", "--threads", "--core", "--python"},
                        "the file has recorded times; nothing is measured");
  if (profiles) return showFile(options, std::move(*profiles));
  const bool isJson = bytes->rfind('{', 0) == 0;
  const bool isTrace = options.path.find(".xplane.pb") != std::string::npos;
  if (isJson || isTrace) return native::fail(profiles.error(), options.path, native::kBadInput);
  if (!options.module.empty())
    return native::fail({"this file is no profile, but a module is given after it: " + profiles.error().message,
                         "give one program to measure, or a profile (.json, .xplane.pb) and its module"},
                        options.path, native::kUsage);
  const auto read = hlo::readModule(std::move(*bytes));
  if (!read) return native::fail(read.error(), options.path, native::kBadInput);
  printWarnings(read->module, options.path);
  return measure(options, read->module);
}

}  // namespace

Command addProfile(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("profile", "Measure the time of a program's instructions on this machine");
  app->footer(
      "  hlorank profile program.hlo -o times.json    measure, print the slowest instructions, keep all times\n"
      "  hlorank profile times.json --by scope        sum the times by the layers of the source program\n"
      "  hlorank profile trace.xplane.pb              show the times of a trace that jax.profiler recorded\n"
      "  hlorank cost optimised.hlo --profile times.json      compare the estimates with the times\n"
      "The program is compiled with XLA:CPU and runs on random inputs. Times are of the optimised instructions.");
  app->add_option(
         "FILE", options->path,
         "Program to measure: HLO text or proto, optionally gzipped. Or recorded times to show: a file that -o wrote, "
         "or a trace of jax.profiler (.xplane.pb)")
      ->required();
  app->add_option("MODULE", options->module,
                  "If FILE has recorded times: the optimised module that was measured (default: the one in FILE)");
  app->add_option(
         "-o,--output", options->output,
         "Write the times of every run and the optimised module to OUTPUT (JSON); - means the standard output, "
         "in place of the table")
      ->type_name("OUTPUT")
      ->check(native::outputFile());
  addRowOptions(*app, *options);
  app->add_option("--passes", options->measure.passes, "Record N traces of the program")
      ->check(native::positive<int>())
      ->capture_default_str();
  app->add_option(
         "--window", options->measure.window,
         "For each trace, run the program for N seconds without tracing, then for N seconds, but at least twice, with "
         "tracing")
      ->check(native::nonNegative<double>())
      ->capture_default_str();
  app->add_option("--seed", options->measure.seed, "Random seed of the input values")
      ->check(native::nonNegative<uint64_t>())
      ->capture_default_str();
  app->add_option("--timeout", options->worker.seconds, "Fail if the compilation takes longer than N seconds")
      ->check(native::positive<double>())
      ->capture_default_str();
  app->add_option("--threads", options->threads, "Run the program on N CPU cores")
      ->check(native::positive<int>())
      ->capture_default_str();
  app->add_option("--core", options->core,
                  "Use the --threads CPU cores from core number N on (default: the last cores of the machine)")
      ->check(native::nonNegative<int>());
  app->add_option(
         "--python", options->worker.python,
         "Run jax with this Python interpreter (default: $HLORANK_PYTHON, else the one of `npm start`, else python3)")
      ->type_name("FILE");
  addMachineOptions(*app, *options);
  addFormatOptions(*app, *options);
  app->add_flag("-q,--quiet", options->quiet, "Do not print progress");
  return {app, [options, app] { return run(*options, *app); }};
}

}  // namespace hlorank::cli
