// The command `hlorank tune`: searches for layouts that make one program faster on this machine.
#include "native/tune/tune_command.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "native/base/validators.h"
#include "native/collect/store.h"
#include "native/data/program_file.h"
#include "native/tune/guide.h"
#include "native/tune/report.h"
#include "shared/base/json.h"
#include "shared/base/text.h"

namespace hlorank::tune {
namespace {

// Seconds for which each timing pass of the final comparison runs each configuration.
constexpr double kVerifyWindow = 0.1;

struct TuneArguments {
  std::string program, model, strategy = "model", output;
  int core = -1, threads = 1, passes = 21;
  bool json = false, asIs = false, quiet = false;
  collect::WorkerOptions worker;
  TuneOptions tune;
};

// Returns an error if the folder for the results has a tuned.hlo that is not from `hlorank tune`, which also writes
// apply.py.
std::optional<Error> findForeignFile(const std::string& folder) {
  const std::filesystem::path tuned = std::filesystem::path(folder) / "tuned.hlo";
  std::error_code error;
  if (folder.empty() || !std::filesystem::exists(tuned, error) ||
      std::filesystem::exists(tuned.parent_path() / "apply.py", error))
    return std::nullopt;
  return Error{tuned.string() + " exists and is no result of hlorank tune", "choose another folder for -o"};
}

int runTune(TuneArguments arguments, const CLI::App& app) {
  if (arguments.worker.platform != "cpu")
    native::noteIgnored(app, {"--core", "--threads"}, "they apply to the platform cpu only");
  if (!usesModel(arguments.strategy))
    native::noteIgnored(app, {"--model"}, "the strategy " + arguments.strategy + " does not use a model");
  if (const auto foreign = findForeignFile(arguments.output))
    return native::fail(*foreign, "hlorank tune", native::kUsage);
  int code = native::kOk;
  auto bytes = data::readProgramFile(arguments.program, code);
  if (!bytes) return native::fail(bytes.error(), arguments.program, code);
  std::string place = arguments.model;
  auto ranker = loadGuide(arguments.model, &place);
  if (!ranker) return native::fail(ranker.error(), place, native::kUsage);
  collect::WorkerOptions options = arguments.worker;
  if (options.platform == "cpu") {
    auto cores = collect::coresFrom(arguments.core, arguments.threads);
    if (!cores) return native::fail(cores.error(), "hlorank tune", native::kUsage);
    options.cores = std::move(*cores);
    if (const auto caches = collect::listCaches(options.cores.front())) ranker->setCaches(*caches);
  }
  auto worker = collect::Worker::start(options);
  if (!worker) return native::fail(worker.error(), "hlorank tune", native::kUsage);
  native::catchInterrupts();

  auto subject = collect::prepareSubject(**worker, std::move(*bytes), arguments.asIs, options.timeout);
  if (!subject) return native::fail(subject.error(), arguments.program, native::kBadInput);
  auto tables = evaluate::computeTables(*ranker, *subject, subject->analytical);
  if (!tables) return native::fail(tables.error(), arguments.program, native::kBadInput);
  const Space space(*subject, std::move(*tables), ranker->aggregation());
  const auto strategy = makeStrategy(arguments.strategy, space, arguments.tune.seed);
  collect::Trial trial(*subject, options, arguments.tune.seed, std::move(*worker));

  Outcome outcome{arguments.program, ranker->name, arguments.strategy, arguments.tune.seed};
  outcome.platform = options.platform;
  if (options.platform == "cpu") outcome.cores = options.cores;
  {
    native::Progress progress("compilations", static_cast<uint64_t>(arguments.tune.budget), arguments.quiet);
    auto found = tune(trial, space, *strategy, arguments.tune, [&](const SearchResult& soFar, double best) {
      progress.update(
          static_cast<uint64_t>(soFar.compilations),
          formatted("best time %+.1f %% vs. compiler default · %.0f s", 100 * std::expm1(best), soFar.seconds));
      return !native::interrupted();
    });
    if (!found) return native::fail(found.error(), arguments.program, native::kBadInput);
    outcome.found = std::move(*found);
  }
  if (outcome.found.winner != 0) {
    auto speedup = verify(*subject, options, outcome.found.attempts[outcome.found.winner].choice, arguments.passes,
                          kVerifyWindow, arguments.tune.seed);
    if (speedup) {
      outcome.speedup = std::move(*speedup);
    } else {
      outcome.unverified = speedup.error().message;
      native::report({"the final comparison failed: " + outcome.unverified,
                      "run the apply.py that -o FOLDER writes: it compares outputs and times again"},
                     arguments.program);
    }
  }
  if (!arguments.output.empty()) {
    auto written = writeFolder(arguments.output, space, outcome);
    if (!written) return native::fail(written.error(), arguments.output, native::kInternalError);
  }
  if (arguments.json) {
    native::print("%s\n", oneLine(toJson(space, outcome)).c_str());
  } else {
    print(space, outcome);
    if (!arguments.output.empty()) native::print("%s\n", describeFolder(arguments.output, outcome).c_str());
  }
  if (!outcome.unverified.empty()) return native::kInternalError;
  return outcome.found.interrupted ? native::kInterrupted : native::kOk;
}

}  // namespace

std::function<int()> addTune(CLI::App& program) {
  auto arguments = std::make_shared<TuneArguments>();
  CLI::App* app = program.add_subcommand("tune", "Find layouts that make a program faster on this machine");
  app->footer(
      "  hlorank tune program.hlo -o tuned                      search with 60 compilations, write to folder tuned\n"
      "  hlorank tune program.hlo --budget 300 --seconds 600    stop after 300 compilations or 600 seconds\n"
      "  hlorank tune program.hlo --strategy random --json      use random search as a baseline, print JSON\n"
      "Press Ctrl-C once to stop the search and report the best configuration so far, twice to exit at once.");
  app->add_option(
         "PROGRAM", arguments->program,
         "HLO text or proto, optionally gzipped, or an .npz of `hlorank collect` next to its program; - means the "
         "standard input")
      ->required();
  app->add_option("-o,--output", arguments->output,
                  "Write the tuned program, its layout constraints and a Python script that runs it to FOLDER")
      ->type_name("FOLDER")
      ->check(native::outputFolder());
  app->add_option("--model", arguments->model,
                  "Guide the search by this model: the folder of a training run or of an exported model, or "
                  "`analytical` for the analytical cost model (default: the published model `simulated`)")
      ->type_name("MODEL");
  app->add_option("--budget", arguments->tune.budget,
                  "Stop the search after N compilations, of which 15 % are kept for removing constraints at the end")
      ->check(native::range(4, 1'000'000))
      ->capture_default_str();
  app->add_option("--seconds", arguments->tune.seconds, "Stop the search after N seconds (0: no limit)")
      ->check(native::nonNegative<double>())
      ->capture_default_str();
  app->add_option("--strategy", arguments->strategy,
                  "Search strategy. model: Bayesian optimisation on top of the model's scores; order: lowest (fastest) "
                  "scores first; climb: change one or two layouts of the fastest so far; random: random configurations")
      ->check(CLI::IsMember(strategies()))
      ->capture_default_str();
  app->add_option("--seed", arguments->tune.seed, "Random seed of the search and of the input values")
      ->check(native::nonNegative<uint64_t>())
      ->capture_default_str();
  app->add_option("--window", arguments->tune.window,
                  "Run each configuration for N seconds per measurement (2 to 10 measurements)")
      ->check(native::nonNegative<double>())
      ->capture_default_str();
  app->add_option(
         "--passes", arguments->passes,
         "After the search, time the best configuration against the compiler default (no layout constraints) N times "
         "in a new process; up to 3 times as often while the 95 % confidence interval of the speedup is wider than 3 %")
      ->check(native::range(5, 10'000))
      ->capture_default_str();
  app->add_option("--timeout", arguments->worker.timeout,
                  "Skip a configuration if its compilation takes longer than N seconds")
      ->check(native::positive<double>())
      ->capture_default_str();
  app->add_option("--platform", arguments->worker.platform, "JAX platform to measure on: cpu, gpu or tpu")
      ->type_name("NAME")
      ->capture_default_str();
  app->add_option("--core", arguments->core,
                  "Use the --threads CPU cores from core number N on (default: the last cores of the machine)")
      ->check(native::nonNegative<int>());
  app->add_option("--threads", arguments->threads, "Run the program with N threads, each on a CPU core of its own")
      ->check(native::positive<int>())
      ->capture_default_str();
  app->add_option(
         "--python", arguments->worker.python,
         "Run jax with this Python interpreter (default: $HLORANK_PYTHON, else the one of `npm start`, else python3)")
      ->type_name("FILE");
  app->add_flag(
      "--as-is", arguments->asIs,
      "Tune the program as given; it must already be optimised up to XLA's layout assignment (default: compile it "
      "up to that pass first)");
  app->add_flag("--json", arguments->json, "Print one JSON object instead of text");
  app->add_flag("-q,--quiet", arguments->quiet, "Do not show progress");
  return [arguments, app] { return runTune(*arguments, *app); };
}

}  // namespace hlorank::tune
