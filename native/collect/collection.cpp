#include "native/collect/collection.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <mutex>
#include <new>
#include <thread>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "shared/base/text.h"

namespace hlorank::collect {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Summarizes the measurements of one program in one line. Percentages compare run times with that of the compiler
// default (layouts left to the compiler).
std::string summarize(const Measured& measured) {
  const Row* compilerDefault = nullptr;
  const Row* best = nullptr;
  size_t distinct = 0;
  for (const Row& row : measured.rows) {
    if (row.kind.rfind("auto", 0) == 0 && compilerDefault == nullptr) compilerDefault = &row;
    if (row.first) ++distinct;
    if (best == nullptr || row.runtime() < best->runtime()) best = &row;
  }
  if (compilerDefault == nullptr) compilerDefault = &measured.rows.front();
  double worst = 0;
  for (const Row& row : measured.rows) worst = std::max(worst, row.runtime());
  const Noise noise = computeNoise(measured.rows);
  return formatted(
      "%zu configurations (%s) · compiler default %.3g ms, best %+.1f %%, worst %+.0f %% · noise: passes "
      "differ by %.1f %%, tau between passes %.2f",
      distinct, counted(measured.rows.size() - distinct, "duplicate").c_str(), compilerDefault->runtime() / 1e6,
      100 * (best->runtime() / compilerDefault->runtime() - 1), 100 * (worst / compilerDefault->runtime() - 1),
      100 * noise.spread, noise.tau);
}

class Collection {
 public:
  Collection(Store& store, const std::vector<Task>& tasks, const CollectionOptions& options)
      : store_(store), tasks_(tasks), options_(options), progress_("programs", tasks_.size(), options.quiet) {}

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
    native::note("%s measured, %d already complete, %d failed\n", counted(size_t(measured_), "program").c_str(),
                 complete_.load(), failed_);
    if (native::interrupted()) {
      native::note("interrupted: run the same command again to resume\n");
      return native::kInterrupted;
    }
    if (fatal_) return native::kInternalError;
    return failed_ > 0 ? native::kBadInput : native::kOk;
  }

 private:
  void doTask(const Task& task, const std::vector<int>& cores, std::unique_ptr<Worker> worker) {
    Result<std::string> outcome = std::string();
    try {
      outcome = measureOne(task, cores, std::move(worker));
    } catch (const json::exception& error) {
      outcome = Error{std::string("the worker process sent an invalid reply: ") + error.what(), {}};
    } catch (const std::bad_alloc&) {
      outcome = Error{"out of memory", "give fewer --cores, so that fewer programs are measured at the same time"};
    } catch (const std::exception& error) {
      outcome = Error{std::string("internal error: ") + error.what(), {}};
    }
    const std::lock_guard lock(mutex_);
    ++done_;
    progress_.clear();
    if (outcome) {
      if (outcome->empty()) return;  // interrupted, or already measured by an earlier run
      ++measured_;
      if (!options_.quiet) native::print("%s: %s\n", task.name.c_str(), outcome->c_str());
      native::flushOutput();
    } else {
      ++failed_;
      native::report(outcome.error(), task.path);
    }
  }

  // Measures one program and returns its summary line. Starts a worker process on `cores` if `worker` is null. Returns
  // "" in two cases: Ctrl-C, or the store (folder of measurements) already has the requested number of configurations.
  Result<std::string> measureOne(const Task& task, const std::vector<int>& cores, std::unique_ptr<Worker> worker) {
    const auto meta = store_.readMeta(task.name);
    if (!meta) return meta.error();
    const json& before = *meta;
    WorkerOptions workerOptions = options_.worker;
    workerOptions.cores = cores;
    auto bytes = native::readFile(task.path);
    if (!bytes) return bytes.error();
    const std::string sourceHash = hexHash(*bytes);
    if (before.is_object()) {
      if (before.value("source_hash", "") != sourceHash)
        return Error{"the output folder has measurements of another program under the name " + task.name,
                     "rename the file, or remove " + store_.rowsPath(task.name)};
      if (before.value("asked", 0) >= options_.measure.configurations &&
          before.value("asked_instructions", 0) >= options_.measure.instructions) {
        ++complete_;
        return std::string();
      }
      bytes = native::readFile(store_.programPath(task.name));
      if (!bytes)
        return Error{"the output folder has measurements of this program, but " + store_.programPath(task.name) +
                         " cannot be read: " + bytes.error().message,
                     "remove " + store_.rowsPath(task.name) + " to measure the program again"};
    }
    if (!worker) {
      auto started = Worker::start(workerOptions);
      if (!started) return started.error();
      worker = std::move(*started);
    }
    auto subject = prepareSubject(*worker, std::move(*bytes), options_.asIs || options_.repeat || before.is_object(),
                                  workerOptions.timeout);
    if (!subject) return subject.error();
    Trial trial(*subject, workerOptions, options_.measure.seed, std::move(worker));
    Measured measured;
    if (before.is_object()) {
      auto stored = store_.load(task.name, *subject);
      if (!stored)
        return Error{"the measurements in the store under the name " + task.name + " are damaged or of another program",
                     "rename the program, or remove " + store_.rowsPath(task.name)};
      measured = std::move(*stored);
    }
    auto save = [&] {
      const Noise noise = computeNoise(measured.rows);
      measured.meta["asked"] = 0;
      measured.meta["seed"] = options_.measure.seed;
      measured.meta["source"] = fs::path(task.path).filename().string();
      measured.meta["source_hash"] = sourceHash;
      measured.meta["noise"] = {{"spread", noise.spread},
                                {"tau", std::isfinite(noise.tau) ? json(noise.tau) : json()},
                                {"drift", noise.drift}};
      measured.meta["failures"] = {
          {"refused", trial.counts.rejected}, {"crashed", trial.counts.crashed}, {"wrong", trial.counts.wrong}};
      return saveRows(task.name, *subject, measured);
    };
    auto progress = [&](const std::string& what) {
      const std::lock_guard lock(mutex_);
      const Noise noise = computeNoise(measured.rows);
      progress_.update(static_cast<uint64_t>(done_),
                       formatted("%s: %s, %zu rows, passes differ by %.1f %%", task.name.c_str(), what.c_str(),
                                 measured.rows.size(), 100 * noise.spread));
      return !native::interrupted();
    };
    MeasureOptions measureOptions = options_.measure;
    std::optional<Measured> earlier;
    if (options_.repeat) {
      earlier = Store(fs::path(task.path).parent_path().string()).load(task.name, *subject);
      if (!earlier)
        return Error{"--repeat: the folder of this file has no measurements of it",
                     "give an .hlo.txt.gz file of a store that `hlorank collect` wrote"};
      for (const Row& row : earlier->rows)
        if (row.first && row.kind != "default" && row.kind.rfind("auto", 0) != 0)
          measureOptions.given.push_back({row.choice, row.kind});
      measureOptions.configurations = std::min(options_.mostRepeated, static_cast<int>(earlier->rows.size()));
    }
    auto done = measure(trial, *subject, measureOptions, measured, save, progress);
    if (!done) return done.error();
    if (!*done) return std::string();
    measured.meta["asked"] = options_.measure.configurations;
    measured.meta["asked_instructions"] = options_.measure.instructions;
    if (!saveRows(task.name, *subject, measured)) return std::string();
    std::string summary = summarize(measured);
    if (earlier) {
      size_t count = 0;
      const double tau = computeAgreement(measured.rows, earlier->rows, &count);
      summary += formatted(" · tau with earlier times %.2f (%zu configurations)", tau, count);
    }
    return summary;
  }

  // Saves the measurements of program `name` in the store (folder of measurements). If the store cannot be written,
  // prints the error, stops all threads and returns false.
  bool saveRows(const std::string& name, const Subject& subject, const Measured& measured) {
    auto saved = store_.save(name, subject, measured);
    if (saved) return true;
    const std::lock_guard lock(mutex_);
    if (!fatal_) native::report(saved.error(), store_.rowsPath(name));
    fatal_ = true;
    return false;
  }

  Store& store_;
  const std::vector<Task>& tasks_;
  const CollectionOptions& options_;
  native::Progress progress_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::mutex mutex_;
  std::atomic<size_t> next_ = 0;
  std::atomic<bool> fatal_ = false;
  std::atomic<int> complete_ = 0;
  int done_ = 0, measured_ = 0, failed_ = 0;
};

}  // namespace

int measureAll(Store& store, const std::vector<Task>& tasks, const CollectionOptions& options,
               std::unique_ptr<Worker> first, const std::vector<std::vector<int>>& cores) {
  return Collection(store, tasks, options).run(std::move(first), cores);
}

}  // namespace hlorank::collect
