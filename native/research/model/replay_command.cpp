// The command `hlorank replay`: simulates the search of `hlorank tune` on recorded run times.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "native/base/validators.h"
#include "native/research/model/commands.h"
#include "native/research/model/replay.h"
#include "native/tune/guide.h"
#include "shared/hlo/read.h"

namespace hlorank::research {
using namespace tune;
namespace {

namespace fs = std::filesystem;

constexpr int kReportVersion = 1;  // the field `version` of the JSON report

struct ReplayArguments {
  std::vector<std::string> data;
  std::string model, strategy = "model";
  size_t budget = 0;
  uint64_t seeds = 10;
  bool json = false, quiet = false;
};

// The result of one simulated search for fast layouts.
struct Replayed {
  std::string program;
  uint64_t seed;
  double compilerDefault;  // run time without layout constraints, ns
  // How each measured configuration was obtained (Row::kind), in order of measurement.
  std::vector<std::string> kinds;
  std::vector<double> times;  // run times of the same configurations, ns
};

Result<std::vector<Replayed>> replayAll(const fs::path& file, const evaluate::Ranker& ranker,
                                        const ReplayArguments& arguments) {
  const collect::Store store(file.parent_path().empty() ? "." : file.parent_path().string());
  const std::string name = file.stem().string();
  auto bytes = native::readFile(store.programPath(name));
  if (!bytes)
    return Error{"its program " + store.programPath(name) + " cannot be read: " + bytes.error().message,
                 "give npz files in a folder that `hlorank collect` wrote"};
  auto read = hlo::readModule(std::move(*bytes));
  if (!read) return read.error();
  auto subject = collect::makeSubject(read->module);
  if (!subject) return subject.error();
  auto pool = loadPool(store, name, *subject);
  if (!pool) return pool.error();
  auto tables = evaluate::computeTables(ranker, *subject, subject->analytical);
  if (!tables) return tables.error();
  const Space space(*subject, std::move(*tables), ranker.aggregation());
  std::vector<Replayed> all;
  for (uint64_t seed = 1; seed <= arguments.seeds; ++seed) {
    const auto strategy = makeStrategy(arguments.strategy, space, seed);
    Replayed replayed{name, seed, pool->compilerDefault, {}, {}};
    for (const size_t entry : replay(*pool, space, *strategy, arguments.budget > 0 ? arguments.budget : SIZE_MAX)) {
      replayed.kinds.push_back(pool->entries[entry].kind);
      replayed.times.push_back(pool->entries[entry].time);
    }
    all.push_back(std::move(replayed));
  }
  return all;
}

void print(const ReplayArguments& arguments, const Replayed& replayed) {
  if (arguments.json) {
    const nlohmann::ordered_json line = {
        {"version", kReportVersion}, {"program", replayed.program},           {"strategy", arguments.strategy},
        {"seed", replayed.seed},     {"automatic", replayed.compilerDefault}, {"kinds", replayed.kinds},
        {"times", replayed.times}};
    native::print("%s\n", line.dump().c_str());
    return;
  }
  const auto best = std::min_element(replayed.times.begin(), replayed.times.end());
  if (best == replayed.times.end()) return;
  native::print("%-40s seed %-3llu best %+6.1f %% time vs. compiler default, found at measurement %td of %zu\n",
                replayed.program.c_str(), static_cast<unsigned long long>(replayed.seed),
                100 * (*best / replayed.compilerDefault - 1), best - replayed.times.begin() + 1, replayed.times.size());
}

int runReplay(const ReplayArguments& arguments, const CLI::App& app) {
  if (!usesModel(arguments.strategy))
    native::noteIgnored(app, {"--model"}, "the strategy " + arguments.strategy + " does not use a model");
  std::string place = arguments.model;
  auto ranker = loadGuide(arguments.model, &place);
  if (!ranker) return native::fail(ranker.error(), place, native::kUsage);
  auto files = native::expand(arguments.data, &place);
  if (!files) return native::fail(files.error(), place, native::kUsage);
  files->erase(std::remove_if(files->begin(), files->end(), [](const fs::path& f) { return f.extension() != ".npz"; }),
               files->end());
  if (files->empty())
    return native::fail(
        Error{"none of the files is an .npz", "give npz files that `hlorank collect` wrote, or folders of them"},
        arguments.data.front(), native::kBadInput);
  native::Progress progress("programs", files->size(), arguments.quiet);
  for (size_t i = 0; i < files->size(); ++i) {
    progress.update(i);
    const auto all = replayAll((*files)[i], *ranker, arguments);
    progress.clear();
    if (!all) return native::fail(all.error(), (*files)[i], native::kBadInput);
    for (const Replayed& replayed : *all) print(arguments, replayed);
  }
  return native::kOk;
}

}  // namespace

std::function<int()> addReplay(CLI::App& program) {
  auto arguments = std::make_shared<ReplayArguments>();
  CLI::App* app = program.add_subcommand("replay", "Simulate the search of `tune` on recorded run times");
  app->footer(
      "  hlorank replay data/layouts/test --model run               guide the search by the model in folder `run`\n"
      "  hlorank replay data/layouts/test --strategy random --json  use random search as a baseline\n"
      "Prints one line per program and seed: the time of the fastest configuration found, relative to the compiler\n"
      "default (lower is faster), and after how many measurements the search found it.");
  app->add_option("DATA", arguments->data, "npz files that `hlorank collect` wrote, or folders of them")->required();
  app->add_option("--model", arguments->model,
                  "Guide the search by this model: the folder of a training run or of an exported model, or "
                  "`analytical` for the analytical cost model (default: the published model `simulated`)")
      ->type_name("MODEL");
  app->add_option("--strategy", arguments->strategy,
                  "Search strategy. model: Bayesian optimisation on top of the model's scores; order: lowest (fastest) "
                  "scores first; climb: change one or two layouts of the fastest so far; random: random configurations")
      ->check(CLI::IsMember(strategies()))
      ->capture_default_str();
  app->add_option("--budget", arguments->budget,
                  "End a search after N measurements (0: measure all recorded configurations)")
      ->check(native::nonNegative<size_t>())
      ->capture_default_str();
  app->add_option("--seeds", arguments->seeds, "Run N searches per program, with random seeds 1 to N")
      ->check(native::positive<uint64_t>())
      ->capture_default_str();
  app->add_flag("--json", arguments->json,
                "Print one JSON object per program and seed, one per line, with the times of all measurements in ns");
  app->add_flag("-q,--quiet", arguments->quiet, "Do not show progress");
  return [arguments, app] { return runReplay(*arguments, *app); };
}

}  // namespace hlorank::research
