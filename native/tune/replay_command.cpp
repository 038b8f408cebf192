// `hlorank replay`: how soon a search finds the fast layouts of programs that were measured.
#include "native/tune/replay_command.h"

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
#include "native/tune/guide.h"
#include "native/tune/replay.h"
#include "shared/hlo/read.h"

namespace hlorank::tune {
namespace {

namespace fs = std::filesystem;

struct Arguments {
  std::vector<std::string> data;
  std::string model, strategy = "model";
  size_t budget = 0;
  uint64_t seeds = 10;
  bool json = false, quiet = false;
};

struct Replayed {
  std::string program;
  uint64_t seed;
  double compilerDefault;
  std::vector<std::string> kinds;  // of what was measured, in order
  std::vector<double> times;
};

Result<std::vector<Replayed>> replayAll(const fs::path& file, const evaluate::Ranker& ranker,
                                        const Arguments& arguments) {
  const collect::Store store(file.parent_path().empty() ? "." : file.parent_path().string());
  const std::string name = file.stem().string();
  auto bytes = native::readFile(store.programPath(name));
  if (!bytes) return bytes.error();
  auto read = hlo::readModule(std::move(*bytes));
  if (!read) return read.error();
  auto subject = collect::subjectOf(read->module);
  if (!subject) return subject.error();
  auto pool = loadPool(store, name, *subject);
  if (!pool) return pool.error();
  auto tables = tablesOf(ranker, *subject);
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

void print(const Arguments& arguments, const Replayed& replayed) {
  if (arguments.json) {
    const nlohmann::ordered_json line = {{"program", replayed.program}, {"strategy", arguments.strategy},
                                         {"seed", replayed.seed},       {"automatic", replayed.compilerDefault},
                                         {"kinds", replayed.kinds},     {"times", replayed.times}};
    native::print("%s\n", line.dump().c_str());
    return;
  }
  const auto best = std::min_element(replayed.times.begin(), replayed.times.end());
  if (best == replayed.times.end()) return;
  native::print("%-40s seed %-3llu best %+6.1f %% time against auto, measurement %td of %zu\n",
                replayed.program.c_str(), static_cast<unsigned long long>(replayed.seed),
                100 * (*best / replayed.compilerDefault - 1), best - replayed.times.begin() + 1, replayed.times.size());
}

int run(const Arguments& arguments) {
  std::string place = arguments.model;
  auto ranker = loadGuide(arguments.model, &place);
  if (!ranker) {
    native::report(ranker.error(), place);
    return native::kUsage;
  }
  auto files = native::expand(arguments.data);
  if (!files) {
    native::report(files.error(), arguments.data.front());
    return native::kUsage;
  }
  files->erase(std::remove_if(files->begin(), files->end(), [](const fs::path& f) { return f.extension() != ".npz"; }),
               files->end());
  native::Progress progress("programs", files->size(), arguments.quiet);
  for (size_t i = 0; i < files->size(); ++i) {
    progress.update(i);
    const auto all = replayAll((*files)[i], *ranker, arguments);
    progress.clear();
    if (!all) {
      native::report(all.error(), (*files)[i]);
      return native::kBadInput;
    }
    for (const Replayed& replayed : *all) print(arguments, replayed);
  }
  return native::kOk;
}

}  // namespace

std::function<int()> addReplay(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("replay", "Search among measured layouts: how soon are the fast ones found?");
  app->footer(
      "  hlorank replay data/layouts/test --model run               the search of `tune`, on recorded times\n"
      "  hlorank replay data/layouts/test --strategy random --json  a peer; a line per program and seed");
  app->add_option("DATA", arguments->data, "npz files that `collect` wrote, or folders of them")->required();
  app->add_option("--model", arguments->model,
                  "Folder of a run or of an exported model, or h2; the published one when not given");
  app->add_option("--strategy", arguments->strategy, "model, or its peers: order, climb, random")
      ->check(CLI::IsMember(strategies()))
      ->capture_default_str();
  app->add_option("--budget", arguments->budget, "Measurements; 0: all there are")->capture_default_str();
  app->add_option("--seeds", arguments->seeds, "Searches of each program")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app->add_flag("--json", arguments->json, "Machine-readable, an object a line");
  app->add_flag("-q,--quiet", arguments->quiet, "No line of progress");
  return [arguments] { return run(*arguments); };
}

}  // namespace hlorank::tune
