// `hlorank collect`: measures programs under many layouts.

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <thread>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/progress.h"
#include "native/collect/commands.h"
#include "native/collect/measure.h"
#include "native/collect/store.h"

namespace hlorank::collect {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Options {
  std::vector<std::string> programs;
  std::string output, shard = "0/1";
  std::vector<int> cores;
  int threads = 1;
  bool asIs = false, repeat = false, quiet = false;
  WorkerOptions worker;
  MeasureOptions measure;
};

struct Task {
  std::string name, path;
};

// The cores for each of the programs measured at once.
Result<std::vector<std::vector<int>>> coresOf(const Options& options) {
  const auto threads = static_cast<size_t>(options.threads);
  std::vector<int> all = options.cores;
  const auto count = static_cast<int>(sysconf(_SC_NPROCESSORS_CONF));
  for (const int core : all)
    if (core < 0 || core >= count)
      return Error{"--cores " + std::to_string(core) + ": there is no such core",
                   "cores are numbered from 0 to " + std::to_string(count - 1),
                   {},
                   {}};
  if (all.empty()) all = lastCores(threads);
  if (all.size() < threads)
    return Error{
        "--threads " + std::to_string(threads) + ": there are " + std::to_string(all.size()) + " cores to measure on",
        "ask for fewer, or name more with --cores",
        {},
        {}};
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
    return Error{
        "--shard " + options.shard + ": expected I/N with I from 0 to N-1", "say 0/2 and 1/2 for two halves", {}, {}};
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
      return Error{
          path + " and " + place->second + " have the same name", "rename one: results are kept by name", {}, {}};
  }
  std::vector<Task> tasks;
  unsigned int index = 0;
  for (const auto& [name, path] : byName)
    if (index++ % parts == part) tasks.push_back({name, path});
  return tasks;
}

std::string summaryOf(const Measured& measured) {
  const Row* automatic = nullptr;
  const Row* best = nullptr;
  size_t distinct = 0;
  for (const Row& row : measured.rows) {
    if (row.kind.rfind("auto", 0) == 0 && automatic == nullptr) automatic = &row;
    if (row.first) ++distinct;
    if (best == nullptr || row.runtime() < best->runtime()) best = &row;
  }
  if (automatic == nullptr) automatic = &measured.rows.front();
  double worst = 0;
  for (const Row& row : measured.rows) worst = std::max(worst, row.runtime());
  const Noise noise = noiseOf(measured.rows);
  char text[300];
  std::snprintf(
      text, sizeof text,
      "%zu configurations (%zu twins) · %.3g ms, best %+.1f %%, worst %+.0f %% · passes differ by %.1f %%, tau %.2f",
      distinct, measured.rows.size() - distinct, automatic->runtime() / 1e6,
      100 * (best->runtime() / automatic->runtime() - 1), 100 * (worst / automatic->runtime() - 1), 100 * noise.spread,
      noise.tau);
  return text;
}

class Collection {
 public:
  Collection(const Options& options, std::vector<Task> tasks)
      : options_(options),
        tasks_(std::move(tasks)),
        store_(options.output),
        progress_("programs", tasks_.size(), options.quiet) {}

  int run(std::unique_ptr<Worker> first, const std::vector<std::vector<int>>& cores) {
    std::vector<std::thread> threads;
    workers_.resize(cores.size());
    workers_[0] = std::move(first);
    for (size_t job = 0; job < cores.size(); ++job)
      threads.emplace_back([this, job, &cores] {
        for (size_t next = next_++; next < tasks_.size() && !native::interrupted() && !fatal_; next = next_++)
          doTask(tasks_[next], cores[job], std::move(workers_[job]));
      });
    for (std::thread& thread : threads) thread.join();
    progress_.clear();
    std::fprintf(stderr, "%d programs measured, %d were there already, %d failed\n", measured_, there_.load(), failed_);
    if (native::interrupted()) {
      std::fputs("interrupted: the same command goes on where it stopped\n", stderr);
      return native::kInterrupted;
    }
    if (fatal_) return native::kInternalError;
    return failed_ > 0 ? native::kBadInput : native::kOk;
  }

  Store& store() { return store_; }

 private:
  void doTask(const Task& task, const std::vector<int>& cores, std::unique_ptr<Worker> worker) {
    Result<std::string> outcome = std::string();
    try {
      outcome = measureOne(task, cores, std::move(worker));
    } catch (const json::exception& error) {
      outcome = Error{std::string("the worker does not keep to the protocol: ") + error.what(), {}, {}, {}};
    }
    const std::lock_guard lock(mutex_);
    ++done_;
    progress_.clear();
    if (outcome) {
      if (outcome->empty()) return;  // interrupted, or there already
      ++measured_;
      if (!options_.quiet) std::printf("%s: %s\n", task.name.c_str(), outcome->c_str());
      std::fflush(stdout);
    } else {
      ++failed_;
      native::report(outcome.error(), task.path);
    }
  }

  // What was measured, in a line; empty when interrupted, or when all of it is there.
  Result<std::string> measureOne(const Task& task, const std::vector<int>& cores, std::unique_ptr<Worker> worker) {
    const json before = store_.metaOf(task.name);
    WorkerOptions workerOptions = options_.worker;
    workerOptions.cores = cores;
    auto bytes = native::readFile(task.path);
    if (!bytes) return bytes.error();
    const std::string sourceHash = hexHash(*bytes);
    if (before.is_object()) {
      if (before.value("source_hash", "") != sourceHash)
        return Error{"the store has measurements of another program under the name " + task.name,
                     "rename the file, or remove " + store_.rowsPath(task.name),
                     {},
                     {}};
      if (before.value("asked", 0) >= options_.measure.configurations) {
        ++there_;
        return std::string();
      }
      bytes = native::readFile(store_.programPath(task.name));
      if (!bytes)
        return Error{"the store has measurements of it, but " + store_.programPath(task.name) + " cannot be read",
                     "remove " + store_.rowsPath(task.name) + " to measure it again",
                     {},
                     {}};
    }
    if (!worker) {
      auto started = Worker::start(workerOptions);
      if (!started) return started.error();
      worker = std::move(*started);
    }
    auto subject = prepare(*worker, std::move(*bytes), options_.asIs || options_.repeat || before.is_object(),
                           workerOptions.seconds);
    if (!subject) return subject.error();
    Trial trial(*subject, workerOptions, options_.measure.seed, std::move(worker));
    Measured measured;
    if (before.is_object()) {
      auto there = store_.load(task.name, *subject);
      if (!there)
        return Error{"the store has other or damaged measurements under the name " + task.name,
                     "rename the program, or remove " + store_.rowsPath(task.name),
                     {},
                     {}};
      measured = std::move(*there);
    }
    auto save = [&] {
      const Noise noise = noiseOf(measured.rows);
      measured.meta["asked"] = 0;
      measured.meta["seed"] = options_.measure.seed;
      measured.meta["source"] = fs::path(task.path).filename().string();
      measured.meta["source_hash"] = sourceHash;
      measured.meta["noise"] = {{"spread", noise.spread},
                                {"tau", std::isfinite(noise.tau) ? json(noise.tau) : json()},
                                {"drift", noise.drift}};
      measured.meta["failures"] = {
          {"refused", trial.counts.refused}, {"crashed", trial.counts.crashed}, {"wrong", trial.counts.wrong}};
      return keep(task.name, *subject, measured);
    };
    auto progress = [&](const std::string& what) {
      const std::lock_guard lock(mutex_);
      const Noise noise = noiseOf(measured.rows);
      char note[200];
      std::snprintf(note, sizeof note, "%s: %s, %zu rows, passes differ by %.1f %%", task.name.c_str(), what.c_str(),
                    measured.rows.size(), 100 * noise.spread);
      progress_.update(static_cast<uint64_t>(done_), note);
      return !native::interrupted();
    };
    MeasureOptions measureOptions = options_.measure;
    std::optional<Measured> earlier;
    if (options_.repeat) {
      earlier = Store(fs::path(task.path).parent_path().string()).load(task.name, *subject);
      if (!earlier) return Error{"has no measurements of this program beside it", "name a program of a store", {}, {}};
      for (const Row& row : earlier->rows)
        if (row.first && row.kind != "default" && row.kind.rfind("auto", 0) != 0)
          measureOptions.given.push_back({row.choice, row.kind});
      measureOptions.configurations = static_cast<int>(earlier->rows.size());
    }
    auto done = measure(trial, *subject, measureOptions, measured, save, progress);
    if (!done) return done.error();
    if (!*done) return std::string();
    measured.meta["asked"] = options_.measure.configurations;
    if (!keep(task.name, *subject, measured)) return std::string();
    std::string summary = summaryOf(measured);
    if (earlier) {
      size_t count = 0;
      const double tau = agreementOf(measured.rows, earlier->rows, &count);
      char text[80];
      std::snprintf(text, sizeof text, " · against the earlier times: tau %.2f of %zu", tau, count);
      summary += text;
    }
    return summary;
  }

  bool keep(const std::string& name, const Subject& subject, const Measured& measured) {
    auto saved = store_.save(name, subject, measured);
    if (saved) return true;
    const std::lock_guard lock(mutex_);
    if (!fatal_) native::report(saved.error(), store_.rowsPath(name));
    fatal_ = true;
    return false;
  }

  const Options& options_;
  std::vector<Task> tasks_;
  Store store_;
  native::Progress progress_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::mutex mutex_;
  std::atomic<size_t> next_ = 0;
  std::atomic<bool> fatal_ = false;
  std::atomic<int> there_ = 0;
  int done_ = 0, measured_ = 0, failed_ = 0;
};

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
  Collection collection(options, std::move(*tasks));
  if (const auto prepared = collection.store().prepare(); !prepared) {
    native::report(prepared.error(), options.output);
    return native::kInternalError;
  }
  WorkerOptions workerOptions = options.worker;
  workerOptions.cores = cores->front();
  auto worker = Worker::start(workerOptions);
  if (!worker) {
    native::report(worker.error(), "hlorank collect");
    return native::kInternalError;
  }
  auto opened = collection.store().open(describeMachine((*worker)->about(), workerOptions));
  if (!opened) {
    native::report(opened.error(), options.output);
    return native::kUsage;
  }
  native::catchInterrupts();
  return collection.run(std::move(*worker), *cores);
}

}  // namespace

std::function<int()> addCollect(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(
      "  hlorank collect program.hlo -o data              20 layouts of one program, on this machine\n"
      "  hlorank collect dump/ -o data --configs 80       every program of a folder\n"
      "  hlorank collect dump/ -o part0 --shard 0/8       one of eight machines; then: hlorank merge part* -o data\n"
      "The same command goes on where it was stopped.");
  app.add_option("PROGRAM", options->programs, "HLO files, or folders of them")->required();
  app.add_option("-o,--output", options->output, "Folder of the store")->required();
  app.add_option("--configs", options->measure.configurations, "Distinct configurations per program")
      ->check(CLI::Range(3, 100000))
      ->capture_default_str();
  app.add_option("--seed", options->measure.seed, "Of the choice and the inputs")->capture_default_str();
  app.add_option("--seconds", options->measure.seconds, "Begin nothing new for a program after so long; 0: no limit")
      ->capture_default_str();
  app.add_option("--window", options->measure.window, "Seconds that each pass times a configuration")
      ->capture_default_str();
  app.add_option("--timeout", options->worker.seconds, "Seconds that one compilation may take")->capture_default_str();
  app.add_option("--platform", options->worker.platform, "cpu, or another that jax has: gpu, tpu")
      ->capture_default_str();
  app.add_option("--threads", options->threads, "Cores that a program may use")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--cores", options->cores, "Cores to measure on; more than --threads: several programs at once")
      ->delimiter(',');
  app.add_option("--shard", options->shard, "I/N: only the I-th of N parts, by program")->capture_default_str();
  app.add_option("--python", options->worker.python, "Interpreter that has jax");
  app.add_flag("--repeat", options->repeat,
               "The programs are of a store: measure their configurations again and say how well the times agree");
  app.add_flag("--as-is", options->asIs, "The programs are as before layout assignment already; do not look for it");
  app.add_flag("-q,--quiet", options->quiet, "Say nothing about what went well");
  return [options] { return run(*options); };
}

}  // namespace hlorank::collect
