#include "native/tune/tuner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

namespace hlorank::tune {
namespace {

constexpr int kLeastPasses = 2, kMostPasses = 4;  // fewest and most timing passes of a round
constexpr int kFinalPasses = 10;                  // most timing passes of the final comparison of the fastest
// After kLeastPasses passes, a round drops configurations that are slower than the fastest by more than this difference
// of log time.
constexpr double kPromising = .02;
// Number of the fastest configurations that stay compiled and are timed again at the end.
constexpr size_t kShortlist = 6;
constexpr int kMostFailures = 40;  // failed compilations in a row that end the search
// Removing constraints may make the fastest configuration slower by up to this difference of log time.
constexpr double kAsFast = .005;
// Fraction of the budget and of the time limit that is reserved for removing constraints.
constexpr double kForSimplifying = .15;
// Index of the attempt (compiled configuration) that is the compiler default, without constraints.
constexpr size_t kCompilerDefault = 0;

using Clock = std::chrono::steady_clock;

class Tuner {
 public:
  Tuner(collect::Trial& trial, const Space& space, Strategy& strategy, const TuneOptions& options,
        const std::function<bool(const SearchResult&, double)>& progress)
      : trial_(trial),
        space_(space),
        strategy_(strategy),
        options_(options),
        progress_(progress),
        random_(options.seed) {}

  Result<SearchResult> run() {
    auto begun = begin();
    if (!begun) return begun.error();
    const int forSearch = options_.budget - static_cast<int>(kForSimplifying * options_.budget);
    while (!stopped(1 - kForSimplifying) && found_.compilations < forSearch && failuresInARow_ < kMostFailures) {
      const auto left = static_cast<size_t>(forSearch - found_.compilations);
      const std::vector<Proposal> proposals = strategy_.propose(std::min(kBatch, left));
      if (proposals.empty()) break;
      std::vector<size_t> batch = compileAll(proposals);
      if (batch.empty()) continue;
      if (best() != kCompilerDefault) batch.push_back(best());
      timeRound(batch, kLeastPasses, kMostPasses);
      keepShortlist(kShortlist);
    }
    found_.winner = decide();
    simplify();
    found_.seconds = elapsed();
    return std::move(found_);
  }

 private:
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  // Returns whether the search is to stop: the callback `progress` returned false, or the fraction `share` of the time
  // limit is used up.
  bool stopped(double share = 1) {
    const bool isOutOfTime = options_.seconds > 0 && elapsed() > share * options_.seconds;
    found_.outOfTime = found_.outOfTime || isOutOfTime;
    return found_.interrupted || isOutOfTime;
  }

  void reportProgress() {
    found_.seconds = elapsed();
    const size_t fastest = best();
    if (!progress_(found_, found_.attempts.empty() ? 0 : found_.attempts[fastest].logRatio)) found_.interrupted = true;
  }

  Result<bool> begin() {
    auto compilerDefault = trial_.compile(space_.unconstrained());
    if (!compilerDefault) return compilerDefault.error();
    ++found_.compilations;
    (void)add({space_.unconstrained(), "auto"}, *compilerDefault);
    const Choice unchanged(space_.slots(), 0);
    std::vector<Proposal> references = {{unchanged, "default"}};
    if (space_.base() != unchanged) references.push_back({space_.base(), "auto_written"});
    std::vector<size_t> batch = compileAll(references);
    timeRound(batch, kLeastPasses, kMostPasses);
    return true;
  }

  // Compiles proposed configurations and appends an attempt for each that compiles. Returns the indices of those
  // attempts that are no duplicates.
  std::vector<size_t> compileAll(const std::vector<Proposal>& proposals) {
    std::vector<size_t> fresh;
    for (const Proposal& proposal : proposals) {
      if (stopped()) break;
      auto compiled = trial_.compile(proposal.choice);
      ++found_.compilations;
      if (!compiled) {
        ++found_.failures;
        ++failuresInARow_;
      } else {
        failuresInARow_ = 0;
        if (add(proposal, *compiled)) fresh.push_back(found_.attempts.size() - 1);
      }
      reportProgress();
    }
    return fresh;
  }

  // Appends an attempt for a compiled configuration. Returns false if the attempt is a duplicate: an earlier attempt,
  // timed or not, has the same optimised module.
  bool add(const Proposal& proposal, const collect::Compiled& compiled) {
    Attempt attempt{proposal.choice, proposal.kind, compiled.seconds, compiled.hash};
    const size_t index = found_.attempts.size();
    const auto [place, isFirst] = attemptOfHash_.emplace(compiled.hash, index);
    if (isFirst) {
      ids_[index] = compiled.id;
    } else {
      trial_.drop({compiled.id});
      attempt.duplicate = static_cast<int>(place->second);
      const Attempt& other = found_.attempts[place->second];
      attempt.time = other.time, attempt.logRatio = other.logRatio, attempt.rounds = other.rounds;
      if (other.rounds > 0) strategy_.learn(attempt.choice, attempt.logRatio);
    }
    found_.attempts.push_back(std::move(attempt));
    return isFirst;
  }

  bool held(size_t attempt) const {
    const auto place = ids_.find(attempt);
    return place != ids_.end() && trial_.holds(place->second);
  }

  // Makes sure that the worker process has the executable of the compiled configuration with index `attempt`. If a
  // crash lost the executable, compiles the configuration again. Returns false if that fails.
  bool ensureHeld(size_t attempt) {
    if (held(attempt)) return true;
    auto compiled = trial_.compile(found_.attempts[attempt].choice);
    if (!compiled) return false;
    ids_[attempt] = compiled->id;
    return true;
  }

  // Times attempts (compiled configurations) together with the compiler default in `least` to `most` shuffled passes.
  // Once the time limit is over, there are no more than `least`; after Ctrl-C, there are no more. Passes the results to
  // the strategy. Leaves out attempts whose executable is lost.
  void timeRound(std::vector<size_t> attempts, int least, int most) {
    if (!ensureHeld(kCompilerDefault)) return;
    attempts.push_back(kCompilerDefault);
    attempts.erase(std::remove_if(attempts.begin(), attempts.end(), [&](size_t a) { return !held(a); }),
                   attempts.end());
    const std::vector<size_t> all = attempts;
    std::map<size_t, std::vector<double>> passes;
    for (int pass = 0; pass < most && attempts.size() > 1; ++pass) {
      if (found_.interrupted || (pass >= least && stopped())) break;
      for (size_t i = attempts.size(); i > 1; --i) std::swap(attempts[i - 1], attempts[random_.below(i)]);
      std::vector<int> ids;
      for (const size_t attempt : attempts) ids.push_back(ids_[attempt]);
      auto times = trial_.time(ids, options_.window);
      if (!times) {
        ++found_.failures;
        break;
      }
      for (size_t i = 0; i < attempts.size(); ++i) passes[attempts[i]].push_back((*times)[i]);
      if (pass + 1 >= least) dropSlow(attempts, passes);
      reportProgress();
    }
    for (const size_t attempt : all) {
      if (!passes[attempt].empty()) record(attempt, passes[attempt], passes[kCompilerDefault]);
    }
    shareWithDuplicates();
  }

  // Removes from a round the attempts (compiled configurations) whose shortest pass is slower than the fastest's by
  // more than kPromising (log ratio). Never removes the compiler default.
  void dropSlow(std::vector<size_t>& attempts, const std::map<size_t, std::vector<double>>& passes) const {
    double fastest = std::numeric_limits<double>::infinity();
    for (const auto& [attempt, times] : passes) fastest = std::min(fastest, leastOf(times, times.size()));
    attempts.erase(std::remove_if(attempts.begin(), attempts.end(),
                                  [&](size_t attempt) {
                                    const std::vector<double>& times = passes.at(attempt);
                                    return attempt != kCompilerDefault &&
                                           leastOf(times, times.size()) > fastest * std::exp(kPromising);
                                  }),
                   attempts.end());
  }

  static double leastOf(const std::vector<double>& times, size_t count) {
    return *std::min_element(times.begin(), times.begin() + static_cast<ptrdiff_t>(count));
  }

  void record(size_t index, const std::vector<double>& times, const std::vector<double>& compilerDefault) {
    Attempt& attempt = found_.attempts[index];
    const double time = leastOf(times, times.size());
    const double ratio = std::log(time / leastOf(compilerDefault, times.size()));
    attempt.time = attempt.rounds == 0 ? time : std::min(attempt.time, time);
    attempt.logRatio = (attempt.logRatio * attempt.rounds + ratio) / (attempt.rounds + 1);
    ++attempt.rounds;
    if (index != kCompilerDefault) strategy_.learn(attempt.choice, attempt.logRatio);
  }

  void shareWithDuplicates() {
    for (Attempt& attempt : found_.attempts) {
      if (attempt.duplicate < 0) continue;
      const Attempt& other = found_.attempts[static_cast<size_t>(attempt.duplicate)];
      if (other.rounds == 0) continue;
      const bool isNew = attempt.rounds == 0 || attempt.logRatio != other.logRatio;
      attempt.time = other.time, attempt.logRatio = other.logRatio, attempt.rounds = other.rounds;
      if (isNew) strategy_.learn(attempt.choice, attempt.logRatio);
    }
  }

  // Returns the indices of all timed attempts (compiled configurations) except duplicates, fastest first.
  std::vector<size_t> ranked() const {
    std::vector<size_t> ranked;
    for (size_t a = 0; a < found_.attempts.size(); ++a) {
      if (found_.attempts[a].duplicate < 0 && (found_.attempts[a].rounds > 0 || a == kCompilerDefault))
        ranked.push_back(a);
    }
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](size_t a, size_t b) { return found_.attempts[a].logRatio < found_.attempts[b].logRatio; });
    return ranked;
  }

  size_t best() const {
    const std::vector<size_t> all = ranked();
    return all.empty() ? kCompilerDefault : all[0];
  }

  // Frees the executables of all attempts (compiled configurations) except the `count` fastest and the compiler
  // default.
  void keepShortlist(size_t count) {
    std::vector<size_t> kept = ranked();
    kept.resize(std::min(kept.size(), count));
    kept.push_back(kCompilerDefault);
    std::vector<int> dropped;
    std::erase_if(ids_, [&](const auto& held) {
      const auto [attempt, id] = held;
      if (std::find(kept.begin(), kept.end(), attempt) != kept.end()) return false;
      if (trial_.holds(id)) dropped.push_back(id);
      return true;
    });
    if (!dropped.empty()) trial_.drop(dropped);
  }

  // Times the kShortlist fastest attempts (compiled configurations) again, unless the search was stopped. The new times
  // replace the earlier ones, because some may be among the fastest only by chance. Returns the fastest of those with
  // new times; if there are none, the fastest of all. Returns kCompilerDefault if none is faster than it.
  size_t decide() {
    if (stopped()) return best();
    std::vector<size_t> first = ranked();
    first.resize(std::min(first.size(), kShortlist));
    first.erase(std::remove(first.begin(), first.end(), kCompilerDefault), first.end());
    for (const size_t attempt : first) (void)ensureHeld(attempt);
    std::map<size_t, Attempt> before;
    for (const size_t attempt : first) {
      before[attempt] = found_.attempts[attempt];
      found_.attempts[attempt].rounds = 0;
    }
    timeRound(first, kLeastPasses + 1, kFinalPasses);
    std::optional<size_t> fastest;
    for (const size_t attempt : first) {
      if (found_.attempts[attempt].rounds == 0) {
        found_.attempts[attempt] = before[attempt];
      } else if (!fastest || found_.attempts[attempt].logRatio < found_.attempts[*fastest].logRatio) {
        fastest = attempt;
      }
    }
    if (!fastest) return best();
    return found_.attempts[*fastest].logRatio < 0 ? *fastest : kCompilerDefault;
  }

  // Removes constraints from the winner while the result stays as fast. First removes the constraints to the compiler
  // default's layouts, then half of the other constraints, then smaller parts (delta debugging).
  void simplify() {
    if (found_.winner == kCompilerDefault) return;
    (void)tryInstead(space_.freeUnchangedSlots(found_.attempts[found_.winner].choice));
    for (size_t parts = 2; mayCompile();) {
      const Choice choice = found_.attempts[found_.winner].choice;
      std::vector<uint32_t> constrained;
      for (uint32_t s = 0; s < space_.slots(); ++s) {
        if (choice[s] != kFree) constrained.push_back(s);
      }
      const size_t count = constrained.size();
      if (count < 2) break;
      parts = std::min(parts, count);
      bool simpler = false;
      for (size_t part = 0; part < parts && !simpler && mayCompile(); ++part) {
        Choice fewer = choice;
        for (size_t i = part * count / parts; i < (part + 1) * count / parts; ++i) fewer[constrained[i]] = kFree;
        simpler = tryInstead(fewer);
      }
      if (!simpler && parts == count) break;
      if (!simpler) parts *= 2;
    }
  }

  bool mayCompile() { return !stopped() && found_.compilations < options_.budget; }

  // Times `choice`, which has fewer constraints than the winner, together with the winner. If `choice` is slower by at
  // most kAsFast (log ratio) or compiles to the same module, makes `choice` the winner and returns true.
  bool tryInstead(const Choice& choice) {
    if (choice == found_.attempts[found_.winner].choice || choice == space_.unconstrained() || !mayCompile())
      return false;
    const size_t before = found_.attempts.size(), winner = original(found_.winner);
    const std::vector<size_t> fresh = compileAll({{choice, "simpler"}});
    if (found_.attempts.size() == before) return false;
    bool asFast = original(before) == winner;
    if (!fresh.empty() && ensureHeld(winner)) {
      timeRound({winner, before}, kLeastPasses + 1, kMostPasses);
      asFast = found_.attempts[before].rounds > 0 &&
               found_.attempts[before].logRatio <= found_.attempts[winner].logRatio + kAsFast;
    }
    if (asFast) found_.winner = before;
    return asFast;
  }

  size_t original(size_t attempt) const {
    const int duplicate = found_.attempts[attempt].duplicate;
    return duplicate < 0 ? attempt : static_cast<size_t>(duplicate);
  }

  collect::Trial& trial_;
  const Space& space_;
  Strategy& strategy_;
  const TuneOptions& options_;
  const std::function<bool(const SearchResult&, double)>& progress_;
  Random random_;
  SearchResult found_;
  std::map<uint64_t, size_t> attemptOfHash_;
  // Maps the index of a compiled configuration (attempt) to its executable in the worker process. A crash may have lost
  // the executable.
  std::map<size_t, int> ids_;
  int failuresInARow_ = 0;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

Result<SearchResult> tune(collect::Trial& trial, const Space& space, Strategy& strategy, const TuneOptions& options,
                          const std::function<bool(const SearchResult&, double)>& progress) {
  return Tuner(trial, space, strategy, options, progress).run();
}

}  // namespace hlorank::tune
