// `hlorank collect`: measures programs under many layouts.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/collect/collection.h"
#include "native/collect/commands.h"

namespace hlorank::collect {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::vector<std::string> programs;
  std::string output, shard = "0/1";
  std::vector<int> cores;
  int threads = 1;
  CollectionOptions collection;
};

// The cores for each of the programs measured at once.
Result<std::vector<std::vector<int>>> coresOf(const Options& options) {
  const auto threads = static_cast<size_t>(options.threads);
  std::vector<int> all = options.cores;
  const auto count = static_cast<int>(sysconf(_SC_NPROCESSORS_CONF));
  for (const int core : all)
    if (core < 0 || core >= count)
      return Error{"--cores " + std::to_string(core) + ": there is no such core",
                   "cores are numbered from 0 to " + std::to_string(count - 1)};
  if (all.empty()) all = lastCores(threads);
  if (all.size() < threads)
    return Error{
        "--threads " + std::to_string(threads) + ": there are " + std::to_string(all.size()) + " cores to measure on",
        "ask for fewer, or name more with --cores"};
  std::vector<std::vector<int>> cores;
  for (auto at = all.begin(); all.end() - at >= options.threads; at += options.threads)
    cores.emplace_back(at, at + options.threads);
  return cores;
}

// The name of a program: of its file without the endings of HLO files.
std::string nameOf(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view ending : {".gz", ".txt", ".hlo", ".pb", ".pbtxt"}) {
      if (name.size() <= ending.size() || name.compare(name.size() - ending.size(), ending.size(), ending) != 0)
        continue;
      name.resize(name.size() - ending.size());
      cut = true;
    }
  }
  return name;
}

Result<std::vector<Task>> tasksOf(const Options& options) {
  unsigned int part = 0, parts = 0;
  if (std::sscanf(options.shard.c_str(), "%u/%u", &part, &parts) != 2 || parts == 0 || part >= parts)
    return Error{"--shard " + options.shard + ": expected I/N with I from 0 to N-1", "say 0/2 and 1/2 for two halves"};
  auto paths = native::expand(options.programs);
  if (!paths) return paths.error();
  std::map<std::string, std::string> byName;
  for (const std::string& path : *paths) {
    const std::string ending = fs::path(path).extension().string();
    const bool named = std::find(options.programs.begin(), options.programs.end(), path) != options.programs.end();
    if (!named && (ending == ".npz" || ending == ".json" || ending == ".md")) continue;
    std::error_code error;
    if (!named && fs::equivalent(fs::path(path).parent_path(), options.output, error)) continue;  // our own results
    const auto [place, isNew] = byName.emplace(nameOf(path), path);
    if (!isNew && !fs::equivalent(path, place->second, error))
      return Error{path + " and " + place->second + " have the same name", "rename one: results are kept by name"};
  }
  std::vector<Task> tasks;
  unsigned int index = 0;
  for (const auto& [name, path] : byName)
    if (index++ % parts == part) tasks.push_back({name, path});
  return tasks;
}

int run(const Options& options) {
  auto tasks = tasksOf(options);
  if (!tasks) {
    native::report(tasks.error(), "hlorank collect");
    return native::kUsage;
  }
  auto cores = coresOf(options);
  if (!cores) {
    native::report(cores.error(), "hlorank collect");
    return native::kUsage;
  }
  Store store(options.output);
  if (const auto prepared = store.prepare(); !prepared) {
    native::report(prepared.error(), options.output);
    return native::kInternalError;
  }
  WorkerOptions workerOptions = options.collection.worker;
  workerOptions.cores = cores->front();
  auto worker = Worker::start(workerOptions);
  if (!worker) {
    native::report(worker.error(), "hlorank collect");
    return native::kInternalError;
  }
  auto opened = store.open(describeMachine((*worker)->about(), workerOptions));
  if (!opened) {
    native::report(opened.error(), options.output);
    return native::kUsage;
  }
  native::catchInterrupts();
  return measureAll(store, *tasks, options.collection, std::move(*worker), *cores);
}

}  // namespace

std::function<int()> addCollect(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CollectionOptions& collection = options->collection;
  app.footer(
      "  hlorank collect program.hlo -o data              20 layouts of one program, on this machine\n"
      "  hlorank collect dump/ -o data --configs 80       every program of a folder\n"
      "  hlorank collect dump/ -o part0 --shard 0/8       one of eight machines; then: hlorank merge part* -o data\n"
      "The same command goes on where it was stopped.");
  app.add_option("PROGRAM", options->programs, "HLO files, or folders of them")->required();
  app.add_option("-o,--output", options->output, "Folder of the store")->required();
  app.add_option("--configs", collection.measure.configurations, "Distinct configurations per program")
      ->check(CLI::Range(3, 100000))
      ->capture_default_str();
  app.add_option("--seed", collection.measure.seed, "Of the choice and the inputs")->capture_default_str();
  app.add_option("--seconds", collection.measure.seconds, "Begin nothing new for a program after so long; 0: no limit")
      ->capture_default_str();
  app.add_option("--window", collection.measure.window, "Seconds that each pass times a configuration")
      ->capture_default_str();
  app.add_option("--timeout", collection.worker.seconds, "Seconds that one compilation may take")
      ->capture_default_str();
  app.add_option("--platform", collection.worker.platform, "cpu, or another that jax has: gpu, tpu")
      ->capture_default_str();
  app.add_option("--threads", options->threads, "Cores that a program may use")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--cores", options->cores, "Cores to measure on; more than --threads: several programs at once")
      ->delimiter(',');
  app.add_option("--shard", options->shard, "I/N: only the I-th of N parts, by program")->capture_default_str();
  app.add_option("--python", collection.worker.python, "Interpreter that has jax");
  app.add_flag("--repeat", collection.repeat,
               "The programs are of a store: measure their configurations again and say how well the times agree");
  app.add_flag("--as-is", collection.asIs, "The programs are as before layout assignment already; do not look for it");
  app.add_flag("-q,--quiet", collection.quiet, "Say nothing about what went well");
  return [options] { return run(*options); };
}

}  // namespace hlorank::collect
