// The command `hlorank collect`: compiles and times programs with many layout configurations (layout assignments).

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "native/base/command_line.h"
#include "native/base/dump.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/validators.h"
#include "native/collect/collection.h"
#include "native/collect/commands.h"

namespace hlorank::collect {
namespace {

namespace fs = std::filesystem;

struct CollectArguments {
  std::vector<std::string> programs;
  std::string output, shard = "0/1";
  std::vector<int> cores;
  int threads = 1;
  CollectionOptions collection;
};

// Divides the CPU cores of --cores into groups of --threads cores. Each group measures one program at a time; left-over
// cores are unused. Error: a core does not exist, or there are fewer cores than --threads.
Result<std::vector<std::vector<int>>> groupCores(const CollectArguments& arguments) {
  const auto threads = static_cast<size_t>(arguments.threads);
  std::vector<int> all = arguments.cores;
  if (auto missing = checkCores("--cores", all)) return *missing;
  if (all.empty()) all = lastCores(threads);
  if (all.size() < threads)
    return Error{
        "--threads " + std::to_string(threads) + ": only " + std::to_string(all.size()) + " cores are available",
        "reduce --threads, or list more cores with --cores"};
  std::vector<std::vector<int>> cores;
  for (auto at = all.begin(); all.end() - at >= arguments.threads; at += arguments.threads)
    cores.emplace_back(at, at + arguments.threads);
  return cores;
}

// Returns the program name: the file name without HLO extensions ("dir/a.hlo.txt.gz" is "a").
std::string nameOf(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  for (bool removed = true; removed;) {
    removed = false;
    for (const std::string_view ending : {".gz", ".txt", ".hlo", ".pb", ".pbtxt"}) {
      if (name.size() <= ending.size() || name.compare(name.size() - ending.size(), ending.size(), ending) != 0)
        continue;
      name.resize(name.size() - ending.size());
      removed = true;
    }
  }
  return name;
}

// Lists the programs to measure, sorted by name: all, or the part of them that --shard I/N selects. Skips the output
// store and, in folders, npz and json files and dumps after compiler passes. Error: invalid --shard, no such file,
// or two files with the same program name.
Result<std::vector<Task>> listTasks(const CollectArguments& arguments) {
  unsigned int part = 0, parts = 0;
  if (std::sscanf(arguments.shard.c_str(), "%u/%u", &part, &parts) != 2 || parts == 0 || part >= parts)
    return Error{"--shard " + arguments.shard + ": expected I/N with I from 0 to N-1",
                 "for two halves, use --shard 0/2 and --shard 1/2"};
  auto paths = native::expand(arguments.programs);
  if (!paths) return paths.error();
  std::map<std::string, std::string> byName;
  for (const std::string& path : *paths) {
    const std::string ending = fs::path(path).extension().string();
    const bool named =
        std::find(arguments.programs.begin(), arguments.programs.end(), path) != arguments.programs.end();
    if (!named && (ending == ".npz" || ending == ".json")) continue;
    std::error_code error;
    // Of a module that XLA dumped after every pass, as text and as proto, measures the program before all passes, once.
    if (!named && (fs::exists(native::pathBeforePasses(path), error) || native::hasDumpedProto(path))) continue;
    // Skips files that lie in the output folder, which are measurements and not programs to measure, unless the user
    // named them.
    if (!named && fs::equivalent(fs::path(path).parent_path(), arguments.output, error)) continue;
    const auto [place, isNew] = byName.emplace(nameOf(path), path);
    if (!isNew && !fs::equivalent(path, place->second, error))
      return Error{path + " and " + place->second + " have the same name",
                   "rename one of them: the store identifies programs by name"};
  }
  std::vector<Task> tasks;
  unsigned int index = 0;
  for (const auto& [name, path] : byName)
    if (index++ % parts == part) tasks.push_back({name, path});
  return tasks;
}

int runCollect(CollectArguments& arguments, const CLI::App& app) {
  if (arguments.collection.repeat) native::noteIgnored(app, {"--as-is"}, "--repeat measures the programs of a store");
  if (app.count("--configs") > 0) arguments.collection.mostRepeated = arguments.collection.measure.configurations;
  auto tasks = listTasks(arguments);
  if (!tasks) return native::fail(tasks.error(), "hlorank collect", native::kUsage);
  auto cores = groupCores(arguments);
  if (!cores) return native::fail(cores.error(), "hlorank collect", native::kUsage);
  Store store(arguments.output);
  if (const auto prepared = store.prepare(); !prepared)
    return native::fail(prepared.error(), arguments.output, native::kInternalError);
  if (arguments.collection.worker.platform != "cpu") {
    arguments.collection.measure.instructions = 0;
    arguments.collection.worker.sharedDevice = std::make_shared<std::mutex>();
  }
  WorkerOptions workerOptions = arguments.collection.worker;
  workerOptions.cores = cores->front();
  auto worker = Worker::start(workerOptions);
  if (!worker) return native::fail(worker.error(), "hlorank collect", native::kUsage);
  auto opened = store.open(describeMachine((*worker)->about(), workerOptions));
  if (!opened) return native::fail(opened.error(), arguments.output, native::kUsage);
  native::catchInterrupts();
  return measureAll(store, *tasks, arguments.collection, std::move(*worker), *cores);
}

}  // namespace

std::function<int()> addCollect(CLI::App& app) {
  auto arguments = std::make_shared<CollectArguments>();
  CollectionOptions& collection = arguments->collection;
  collection.measure.instructions = 4;
  app.footer(
      "  hlorank collect program.hlo -o data              measure 20 configurations of one program\n"
      "  hlorank collect dump/ -o data --configs 80       measure every program in a folder\n"
      "  hlorank collect dump/ -o part0 --shard 0/8       measure on one of eight machines; afterwards, combine the\n"
      "                                                   results: hlorank merge part* -o data\n"
      "To resume an interrupted run, repeat the command. To add configurations, repeat it with a larger --configs.");
  app.add_option("PROGRAM", arguments->programs,
                 "HLO files to measure (text or proto, optionally gzipped), or folders of them")
      ->required();
  app.add_option("-o,--output", arguments->output,
                 "Write the measurements to FOLDER (a store); create it, or continue it if it exists")
      ->type_name("FOLDER")
      ->check(native::outputFolder())
      ->required();
  app.add_option("--configs", collection.measure.configurations,
                 "Measure N layout configurations per program, not counting duplicates that compile to the same module")
      ->check(native::range(3, 100000))
      ->capture_default_str();
  app.add_option("--seed", collection.measure.seed, "Random seed of the sampled configurations and the input values")
      ->check(native::nonNegative<uint64_t>())
      ->capture_default_str();
  app.add_option(
         "--seconds", collection.measure.seconds,
         "Compile no more configurations of a program after N seconds (0: no limit), but time those already compiled")
      ->check(native::nonNegative<double>())
      ->capture_default_str();
  app.add_option("--window", collection.measure.window,
                 "Run each configuration for N seconds per measurement (3 to 8 measurements, until the two "
                 "shortest differ by at most 1 %)")
      ->check(native::nonNegative<double>())
      ->capture_default_str();
  app.add_option("--instructions", collection.measure.instructions,
                 "Also time each instruction of N configurations per program, for `hlorank train` (on CPUs only)")
      ->check(native::range(0, 100000))
      ->capture_default_str();
  app.add_option("--timeout", collection.worker.timeout,
                 "Skip a configuration whose compilation, or the check of its output, takes longer than N seconds")
      ->check(native::positive<double>())
      ->capture_default_str();
  app.add_option("--platform", collection.worker.platform, "JAX platform to measure on: cpu, gpu or tpu")
      ->type_name("NAME")
      ->capture_default_str();
  app.add_option("--threads", arguments->threads, "Run each program on N CPU cores")
      ->check(native::positive<int>())
      ->capture_default_str();
  app.add_option("--cores", arguments->cores,
                 "CPU cores to measure on, separated by commas; each group of --threads cores measures one program at "
                 "a time (default: one group, the last cores); on a GPU, groups take turns")
      ->check(native::nonNegative<int>())
      ->delimiter(',');
  app.add_option("--shard", arguments->shard,
                 "Split the programs, sorted by name, into N parts and measure only part I (0 to N - 1)")
      ->type_name("I/N")
      ->capture_default_str();
  app.add_option(
         "--python", collection.worker.python,
         "Run jax with this Python interpreter (default: $HLORANK_PYTHON, else the one of `npm start`, else python3)")
      ->type_name("FILE");
  app.add_flag("--repeat", collection.repeat,
               "PROGRAM is an existing store, or .hlo.txt.gz files of one: measure its configurations (or, with "
               "--configs N, the first N) again and print Kendall's tau between old and new times (1: same order)");
  app.add_flag(
      "--as-is", collection.asIs,
      "Measure the programs as given; they must already be optimised up to XLA's layout assignment (default: compile "
      "each program up to that pass first)");
  app.add_flag("-q,--quiet", collection.quiet, "Print neither a line per measured program nor progress");
  return [arguments, command = &app] { return runCollect(*arguments, *command); };
}

}  // namespace hlorank::collect
