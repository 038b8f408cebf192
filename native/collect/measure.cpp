#include "native/collect/measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>

#include "shared/base/random.h"
#include "shared/configs/pass_spread.h"
#include "shared/metrics/ranking.h"

namespace hlorank::collect {
namespace {

constexpr int kRound = 24;                        // most new distinct configurations to compile and time per round
constexpr int kLeastPasses = 3, kMostPasses = 8;  // timing passes over each configuration in its round
constexpr double kSettled = 0.01;  // a configuration is timed enough once its two shortest passes differ by at most 1 %
constexpr int kMaxFailures = 30;   // a round ends after more failures or duplicates in a row than this
constexpr int kMaxLost = 2;        // most crashes of the worker process during timing, per program

using Clock = std::chrono::steady_clock;

class Measurement {
 public:
  Measurement(Trial& trial, const Subject& subject, const MeasureOptions& options, Measured& measured,
              const std::function<bool(const std::string&)>& progress)
      : trial_(trial),
        options_(options),
        rows_(measured.rows),
        progress_(progress),
        subject_(subject),
        sampler_(subject.configurations.table, subject.analytical, options.seed + 1000 * measured.rows.size()),
        shuffle_(options.seed) {
    for (size_t r = 0; r < rows_.size(); ++r) {
      sampler_.exclude(rows_[r].choice);
      round_ = std::max(round_, rows_[r].round + 1);
    }
    indexHashes();
  }

  size_t distinct() const { return rowOfHash_.size(); }
  bool stopped() const { return stopped_; }
  bool outOfTime() const {
    const double passed = std::chrono::duration<double>(Clock::now() - begin_).count() - (trial_.waited() - waited_);
    return options_.seconds > 0 && passed > options_.seconds;
  }

  // Compiles and times up to kRound new configurations and appends a row for each that could be timed. Appends nothing
  // if `progress` asked to stop. Error: the program layouts (the layouts written in the program, whose outputs are the
  // reference) do not compile or run, or the worker process crashed too often.
  Result<bool> round() {
    const size_t begin = rows_.size();
    auto done = compileRound();
    if (done) done = compileLost(roundRows());
    if (done) done = timePasses(roundRows(), kLeastPasses, kMostPasses);
    if (stopped_) {
      rows_.resize(begin);
      return true;
    }
    copyToDuplicates();
    removeUntimed(begin);
    ++round_;
    return done;
  }

  // Times all executables that the worker process still holds in two more passes. Timing all of them together makes the
  // run times of different rounds comparable.
  Result<bool> tieRounds() {
    std::vector<size_t> held;
    for (const auto& [row, id] : ids_)
      if (trial_.holds(id)) held.push_back(row);
    auto timed = timePasses(held, 2, 2);
    copyToDuplicates();
    return timed;
  }

  // Times the instructions of those of the first `count` distinct configurations that `all` does not have. Leaves out
  // configurations that fail.
  void timeInstructions(int count, std::vector<configs::InstructionTime>& all) {
    std::vector<size_t> rows;
    for (size_t r = 0; r < rows_.size() && rows.size() < static_cast<size_t>(count); ++r)
      if (rows_[r].first) rows.push_back(r);
    std::erase_if(rows, [&](size_t row) {
      return std::any_of(all.begin(), all.end(), [&](const auto& time) { return time.configuration == row; });
    });
    for (const size_t row : rows) {
      if (stopped_) break;
      ids_.try_emplace(row, -1);  // measured by an earlier run, so that no process has its executable
      if (!compileLost({row}) || ids_.count(row) == 0) continue;
      for (configs::InstructionTime& time : traceUndisturbed(row)) {
        time.configuration = static_cast<uint32_t>(row);
        all.push_back(std::move(time));
      }
      stopped_ = !progress_("timing instructions");
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.configuration < b.configuration; });
  }

  bool exhausted() const { return exhausted_; }

 private:
  // Times the instructions of a configuration. Repeats this if another process disturbed it, which shows in that the
  // instructions take longer than the shortest run. Empty if the configuration does not run.
  std::vector<configs::InstructionTime> traceUndisturbed(size_t row) {
    constexpr int kMostAttempts = 3;
    constexpr double kDisturbed = 1.1;  // sum of the times of the instructions / run time
    std::vector<configs::InstructionTime> best;
    double least = std::numeric_limits<double>::infinity();
    for (int attempt = 0; attempt < kMostAttempts && least > kDisturbed * rows_[row].runtime(); ++attempt) {
      auto times = trial_.timeInstructions(ids_[row]);
      if (!times) break;
      double sum = 0;
      for (const configs::InstructionTime& time : *times) sum += time.nanoseconds;
      if (sum < least) best = std::move(*times);
      least = std::min(least, sum);
    }
    return best;
  }

  Result<bool> compileRound() {
    const size_t requested = std::min<size_t>(kRound, static_cast<size_t>(options_.configurations) - distinct());
    auto begun = compileReferences();
    if (!begun) return begun;
    if (const size_t best = bestRow(); best < rows_.size()) sampler_.setBest(rows_[best].choice);
    const size_t before = round_ == 0 ? 0 : distinct();
    int failures = 0;
    const size_t references = rows_.size();
    exhausted_ = false;
    while (distinct() - before < requested && !stopped_ && !outOfTime()) {
      const auto sample = nextSample();
      if (!sample || failures > kMaxFailures) {
        exhausted_ = true;
        break;
      }
      auto compiled = trial_.compile(sample->choice);
      failures = compiled && add(*sample, *compiled) ? 0 : failures + 1;
      if (!compiled && failures > kMaxFailures && rows_.size() == references) return compiled.error();
      stopped_ = !progress_("compiling");
    }
    return true;
  }

  // Compiles the configurations that every round times. Row 0 is the layouts written in the program; row 1 is the
  // compiler default (no constraints). Row 2 is the compiler default's layouts as constraints, if they are known and
  // give another module than row 1. After the first round, compiles only what was lost in a crash.
  Result<bool> compileReferences() {
    const Choice unchanged(subject_.configurations.table.slots.size(), 0);
    auto reference = ids_.count(0) && trial_.holds(ids_[0]) ? Result<Compiled>(Compiled{ids_[0], rows_[0].hash, 0})
                                                            : trial_.reference();
    if (!reference) return reference.error();
    if (rows_.empty()) {
      add({unchanged, "default"}, *reference);
      auto free = trial_.compile({});
      if (!free) return free.error();
      auto written = subject_.compilerDefault.empty() || !subject_.isCompilerDefaultKnown
                         ? free
                         : trial_.compile(subject_.compilerDefault);
      const bool exact = written && subject_.isCompilerDefaultKnown && written->hash == free->hash;
      // If the compiler default chooses the layouts written in the program, the row added here is a duplicate of row 0.
      const Choice choice = subject_.compilerDefault.empty() ? unchanged : subject_.compilerDefault;
      add({choice, exact ? "auto_exact" : "auto"}, *free);
      sampler_.exclude(choice);
      if (written && !exact && subject_.isCompilerDefaultKnown) add({choice, "auto_written"}, *written);
    } else {
      ids_[0] = reference->id;
      for (size_t r = 1; r < rows_.size(); ++r) {
        if (rows_[r].kind.rfind("auto", 0) != 0 || rows_[r].kind == "auto_written" || !rows_[r].first) continue;
        if (ids_.count(r) && trial_.holds(ids_[r])) continue;
        if (auto free = trial_.compile({})) ids_[r] = free->id;
      }
    }
    return true;
  }

  std::optional<Sample> nextSample() {
    if (options_.given.empty()) return sampler_.next();
    if (nextGiven_ == options_.given.size()) return std::nullopt;
    return options_.given[nextGiven_++];
  }

  // Appends a row for a compiled configuration. Returns false if the row is a duplicate: an earlier row has the same
  // optimised module. An earlier row of kind "auto" does not count, because the layouts that the compiler chose for it
  // are not verified.
  bool add(const Sample& sample, const Compiled& compiled) {
    Row row{sample.choice, sample.kind, compiled.hash, true, round_, static_cast<float>(compiled.seconds), {}};
    row.first =
        row.kind == "auto" ? rowOfHash_.count(row.hash) == 0 : rowOfHash_.emplace(row.hash, rows_.size()).second;
    if (row.first) {
      ids_[rows_.size()] = compiled.id;
    } else {
      trial_.drop({compiled.id});
    }
    rows_.push_back(std::move(row));
    return rows_.back().first;
  }

  // Returns the indices of the rows to time in this round: the layouts written in the program, the compiler default and
  // the rows that this round added.
  std::vector<size_t> roundRows() const {
    std::vector<size_t> rows;
    for (const auto& [row, id] : ids_) {
      const bool reference = row == 0 || rows_[row].kind.rfind("auto", 0) == 0;
      if (reference || rows_[row].round == round_) rows.push_back(row);
    }
    return rows;
  }

  // Compiles those of `rows` again whose executables were lost when the worker process crashed. A row that fails to
  // compile now loses its entry in ids_. Error: row 0, the layouts written in the program, fails.
  Result<bool> compileLost(const std::vector<size_t>& rows) {
    for (bool again = true; again;) {
      again = false;
      for (const size_t row : rows) {
        if (ids_.count(row) == 0 || trial_.holds(ids_[row])) continue;
        const bool free = rows_[row].kind == "auto" || rows_[row].kind == "auto_exact";
        auto compiled = row == 0 ? trial_.reference() : trial_.compile(free ? Choice() : rows_[row].choice);
        if (!compiled && row == 0) return compiled.error();
        if (compiled) {
          ids_[row] = compiled->id;
        } else {
          ids_.erase(row);
          again = true;  // the failure may have crashed the worker and lost the executables of earlier rows
        }
      }
    }
    return true;
  }

  void indexHashes() {
    rowOfHash_.clear();
    for (size_t r = 0; r < rows_.size(); ++r)
      if (rows_[r].first && rows_[r].kind != "auto") rowOfHash_.emplace(rows_[r].hash, r);
  }

  // Removes the rows without times from index `begin` on.
  void removeUntimed(size_t begin) {
    std::map<size_t, int> ids(ids_.begin(), ids_.lower_bound(begin));
    size_t end = begin;
    for (size_t r = begin; r < rows_.size(); ++r) {
      if (rows_[r].passes.empty()) continue;
      if (ids_.count(r)) ids[end] = ids_[r];
      if (end != r) rows_[end] = std::move(rows_[r]);
      ++end;
    }
    rows_.resize(end);
    ids_ = std::move(ids);
    indexHashes();
  }

  // Returns whether the two shortest timing passes of a configuration differ by at most 1 % (kSettled).
  static bool settled(const Row& row) {
    if (row.passes.size() < 2) return false;
    std::vector<double> sorted = row.passes;
    std::partial_sort(sorted.begin(), sorted.begin() + 2, sorted.end());
    return sorted[1] <= sorted[0] * (1 + kSettled);
  }

  // Times rows in `least` to `most` passes, each in a new random order. After `least` passes, leaves out rows whose two
  // shortest passes agree within 1 %. Error: the worker process crashed more than kMaxLost times.
  Result<bool> timePasses(std::vector<size_t> rows, int least, int most) {
    for (int pass = 0; pass < most && !rows.empty() && !stopped_; ++pass) {
      for (size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1], rows[shuffle_.below(i)]);
      std::vector<int> ids;
      ids.reserve(rows.size());
      for (const size_t row : rows) ids.push_back(ids_[row]);
      auto times = trial_.time(ids, options_.window);
      if (!times) {
        if (++lost_ > kMaxLost) return times.error();
        auto again = compileLost(rows);
        if (!again) return again;
        rows.erase(std::remove_if(rows.begin(), rows.end(), [&](size_t row) { return ids_.count(row) == 0; }),
                   rows.end());
        --pass;
        continue;
      }
      for (size_t i = 0; i < rows.size(); ++i) rows_[rows[i]].passes.push_back((*times)[i]);
      if (pass + 1 >= least)
        rows.erase(std::remove_if(rows.begin(), rows.end(), [&](size_t row) { return settled(rows_[row]); }),
                   rows.end());
      stopped_ = !progress_("timing");
    }
    return true;
  }

  void copyToDuplicates() {
    for (Row& row : rows_)
      if (!row.first) row.passes = rows_[rowOfHash_[row.hash]].passes;
  }

  size_t bestRow() const {
    size_t best = rows_.size();
    for (size_t r = 0; r < rows_.size(); ++r) {
      if (rows_[r].kind == "auto" || rows_[r].passes.empty()) continue;
      if (best == rows_.size() || rows_[r].runtime() < rows_[best].runtime()) best = r;
    }
    return best;
  }

  Trial& trial_;
  const MeasureOptions& options_;
  std::vector<Row>& rows_;
  const std::function<bool(const std::string&)>& progress_;
  const Subject& subject_;
  Sampler sampler_;
  Random shuffle_;
  std::map<uint64_t, size_t> rowOfHash_;
  // Maps a row to its executable in the worker process. A crash may have lost the executable.
  std::map<size_t, int> ids_;
  size_t nextGiven_ = 0;
  int round_ = 0, lost_ = 0;
  bool stopped_ = false, exhausted_ = false;
  const Clock::time_point begin_ = Clock::now();
  const double waited_ = trial_.waited();  // seconds that the trial had waited before begin_
};

}  // namespace

Noise computeNoise(const std::vector<Row>& rows) {
  Noise noise;
  std::vector<std::vector<double>> passes;
  std::vector<double> even;
  std::vector<float> odd;
  for (const Row& row : rows) {
    if (!row.first || row.passes.size() < 2) continue;
    passes.push_back(row.passes);
    double halves[2] = {1e300, 1e300};
    for (size_t p = 0; p < row.passes.size(); ++p) halves[p % 2] = std::min(halves[p % 2], row.passes[p]);
    even.push_back(halves[0]);
    odd.push_back(static_cast<float>(halves[1]));
    const auto [shortest, longest] = std::minmax_element(row.passes.begin(), row.passes.end());
    if (row.kind == "default") noise.drift = *longest / *shortest - 1;
  }
  if (passes.empty()) return noise;
  noise.spread = configs::passSpread(passes);
  noise.tau = metrics::kendallTau(odd, even);
  return noise;
}

double computeAgreement(const std::vector<Row>& rows, const std::vector<Row>& others, size_t* count) {
  // Maps the chosen layouts to the run time. A row of kind "auto" (compiler default, unconstrained) has its own key,
  // because another row may have the same layouts as constraints.
  std::map<std::string, double> known;
  auto keyOf = [](const Row& row) {
    return (row.kind == "auto" ? "auto " : "") + std::string(row.choice.begin(), row.choice.end());
  };
  for (const Row& row : others) known.emplace(keyOf(row), row.runtime());
  std::vector<float> here;
  std::vector<double> there;
  for (const Row& row : rows) {
    const auto found = known.find(keyOf(row));
    if (found == known.end() || !row.first) continue;
    here.push_back(static_cast<float>(row.runtime()));
    there.push_back(found->second);
  }
  *count = here.size();
  return metrics::kendallTau(here, there);
}

Result<bool> measure(Trial& trial, const Subject& subject, const MeasureOptions& options, Measured& measured,
                     const std::function<bool()>& save, const std::function<bool(const std::string&)>& progress) {
  Measurement measurement(trial, subject, options, measured, progress);
  int rounds = 0;
  while (static_cast<int>(measurement.distinct()) < options.configurations) {
    const size_t before = measured.rows.size();
    auto done = measurement.round();
    if (!done) {
      measured.rows.resize(before);  // without the failed round, whose times are incomplete
      return done;
    }
    if (measurement.stopped()) return false;
    ++rounds;
    if (!save()) return false;
    if (measurement.exhausted() || measurement.outOfTime()) break;
  }
  if (rounds > 1) {
    auto tied = measurement.tieRounds();
    if (!tied) return tied;
    if (measurement.stopped()) return false;
  }
  if (options.instructions > 0) {
    if (!save()) return false;
    measurement.timeInstructions(options.instructions, measured.instructions);
    if (measurement.stopped()) return false;
  }
  return save();
}

}  // namespace hlorank::collect
