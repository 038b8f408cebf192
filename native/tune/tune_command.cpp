// `hlorank tune`: makes one program faster on this machine.
#include "native/tune/tune_command.h"

#include <cmath>
#include <cstdio>
#include <memory>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "native/tune/guide.h"
#include "native/tune/report.h"

namespace hlorank::tune {
namespace {

constexpr double kVerifyWindow = 0.1;

struct Arguments {
  std::string program, model, strategy = "model", output;
  int core = -1, threads = 1, passes = 21;
  bool json = false, asIs = false, quiet = false;
  collect::WorkerOptions worker;
  TuneOptions tune;
};

int fail(const Error& error, const std::string& place, int code) {
  native::report(error, place);
  return code;
}

std::vector<int> coresOf(const Arguments& arguments) {
  if (arguments.core < 0) return collect::lastCores(static_cast<size_t>(arguments.threads));
  std::vector<int> cores;
  for (int i = 0; i < arguments.threads; ++i) cores.push_back(arguments.core + i);
  return cores;
}

int run(const Arguments& arguments) {
  auto bytes = native::readFile(arguments.program);
  if (!bytes) return fail(bytes.error(), arguments.program, native::kUsage);
  std::string place = arguments.model;
  auto ranker = loadGuide(arguments.model, &place);
  if (!ranker) return fail(ranker.error(), place, native::kUsage);
  collect::WorkerOptions options = arguments.worker;
  options.cores = coresOf(arguments);
  auto worker = collect::Worker::start(options);
  if (!worker) return fail(worker.error(), "hlorank tune", native::kInternalError);
  native::catchInterrupts();

  auto subject = collect::prepare(**worker, std::move(*bytes), arguments.asIs, options.seconds);
  if (!subject) return fail(subject.error(), arguments.program, native::kBadInput);
  auto tables = tablesOf(*ranker, *subject);
  if (!tables) return fail(tables.error(), arguments.program, native::kBadInput);
  const Space space(*subject, std::move(*tables), ranker->aggregation());
  const auto strategy = makeStrategy(arguments.strategy, space, arguments.tune.seed);
  collect::Trial trial(*subject, options, arguments.tune.seed, std::move(*worker));

  Outcome outcome{arguments.program, ranker->name, arguments.strategy, arguments.tune.seed};
  {
    native::Progress progress("compilations", static_cast<uint64_t>(arguments.tune.budget), arguments.quiet);
    auto found = tune(trial, space, *strategy, arguments.tune, [&](const Found& soFar, double best) {
      char note[80];
      std::snprintf(note, sizeof note, "best %+.1f %% time after %.0f s", 100 * std::expm1(best), soFar.seconds);
      progress.update(static_cast<uint64_t>(soFar.compilations), note);
      return !native::interrupted();
    });
    if (!found) return fail(found.error(), arguments.program, native::kBadInput);
    outcome.found = std::move(*found);
  }
  if (outcome.found.winner != 0) {
    auto speedup = verify(*subject, options, outcome.found.attempts[outcome.found.winner].choice, arguments.passes,
                          kVerifyWindow, arguments.tune.seed);
    if (!speedup) return fail(speedup.error(), arguments.program, native::kInternalError);
    outcome.speedup = std::move(*speedup);
  }
  if (!arguments.output.empty()) {
    auto written = writeFolder(arguments.output, space, outcome);
    if (!written) return fail(written.error(), arguments.output, native::kInternalError);
  }
  if (arguments.json) {
    native::print("%s\n", toJson(space, outcome).dump().c_str());
  } else {
    print(space, outcome);
    if (!arguments.output.empty())
      native::print("%s has the program, its layouts, and how to apply them\n", arguments.output.c_str());
  }
  return outcome.found.interrupted ? native::kInterrupted : native::kOk;
}

}  // namespace

std::function<int()> addTune(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("tune", "Find layouts that make a program faster on this machine");
  app->footer(
      "  hlorank tune program.hlo -o tuned                      60 compilations, guided by the published model\n"
      "  hlorank tune program.hlo --budget 300 --seconds 600    whichever is used up first\n"
      "  hlorank tune program.hlo --strategy random --json      a peer of the search, for comparison\n"
      "Ctrl-C ends the search and tells what was found; twice ends at once.");
  app->add_option("PROGRAM", arguments->program, "HLO text or proto; - for the standard input")->required();
  app->add_option("-o,--output", arguments->output,
                  "Folder for the tuned program, its layouts, and Python that applies them");
  app->add_option("--model", arguments->model,
                  "Folder of a run or of an exported model, or h2; the published one when not given");
  app->add_option("--budget", arguments->tune.budget, "Compilations")
      ->check(CLI::Range(4, 1'000'000))
      ->capture_default_str();
  app->add_option("--seconds", arguments->tune.seconds, "Search no longer than this; 0: no limit")
      ->capture_default_str();
  app->add_option("--strategy", arguments->strategy, "model, or its peers: order, climb, random")
      ->check(CLI::IsMember(strategies()))
      ->capture_default_str();
  app->add_option("--seed", arguments->tune.seed, "Of the choice and the inputs")->capture_default_str();
  app->add_option("--window", arguments->tune.window, "Seconds that each pass times a configuration")
      ->capture_default_str();
  app->add_option("--passes", arguments->passes, "Of the final comparison in a new process")
      ->check(CLI::Range(5, 10'000))
      ->capture_default_str();
  app->add_option("--timeout", arguments->worker.seconds, "Seconds that one compilation may take")
      ->capture_default_str();
  app->add_option("--platform", arguments->worker.platform, "cpu, or another that jax has: gpu, tpu")
      ->capture_default_str();
  app->add_option("--core", arguments->core, "Core to measure on, the first of --threads; the last when not given");
  app->add_option("--threads", arguments->threads, "Cores that the program may use")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app->add_option("--python", arguments->worker.python, "Interpreter that has jax");
  app->add_flag("--as-is", arguments->asIs, "The program is as before layout assignment already; do not look for it");
  app->add_flag("--json", arguments->json, "Machine-readable, one object");
  app->add_flag("-q,--quiet", arguments->quiet, "No line of progress");
  return [arguments] { return run(*arguments); };
}

}  // namespace hlorank::tune
