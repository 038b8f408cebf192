#include "native/evaluate/figures.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include "native/data/times.h"
#include "shared/metrics/ranking.h"
#include "shared/model/score.h"

namespace hlorank::evaluate {
namespace {

constexpr size_t kMostForPairs = 20'000;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Field {
  const char* name;
  double Figures::*value;
};
constexpr Field kFields[] = {{"tau", &Figures::tau},
                             {"pairAccuracy", &Figures::pairAccuracy},
                             {"orderedPairAccuracy", &Figures::orderedPairAccuracy},
                             {"slowdown1", &Figures::slowdown1},
                             {"slowdown5", &Figures::slowdown5},
                             {"slowdown10", &Figures::slowdown10},
                             {"gain1", &Figures::gain1},
                             {"gain5", &Figures::gain5}};

struct Baseline {
  const char* name;
  Figures ProgramFigures::*figures;
};
constexpr Baseline kBaselines[] = {{"random", &ProgramFigures::random},
                                   {"default", &ProgramFigures::first},
                                   {"auto", &ProgramFigures::automatic},
                                   {"h2", &ProgramFigures::physics}};

// At most kMostForPairs of the values, evenly spaced.
template <class T>
std::vector<T> thinned(std::span<const T> values) {
  const size_t count = std::min(values.size(), kMostForPairs);
  std::vector<T> some(count);
  for (size_t i = 0; i < count; ++i) some[i] = values[i * values.size() / count];
  return some;
}

// Mean of the least of k different values drawn from `sorted` (ascending).
double expectedLeast(const std::vector<double>& sorted, size_t k) {
  const size_t n = sorted.size();
  if (k >= n) return sorted.front();
  // The i-th is the least with probability C(n-1-i, k-1) / C(n, k), which begins at k/n and shrinks by a factor.
  double probability = double(k) / double(n), mean = 0;
  for (size_t i = 0; i + k <= n; ++i) {
    mean += probability * sorted[i];
    probability *= double(n - k - i) / double(n - 1 - i);
  }
  return mean;
}

// Mean of min(limit, the least of k drawn).
double expectedSlowdown(std::vector<double> others, double limit, size_t k, double best) {
  for (double& time : others) time = std::min(time, limit);
  std::sort(others.begin(), others.end());
  const double least = k == 0 || others.empty() ? limit : std::min(limit, expectedLeast(others, k));
  return least / best - 1;
}

struct PairCounts {
  double all = 0, withFirst = 0, firstRight = 0;
};

// Pairs whose times differ by more than `margin`, and what putting `first` first does to them.
PairCounts countPairs(std::span<const double> times, size_t first, double margin) {
  PairCounts counts;
  const auto apart = [&](double a, double b) { return std::max(a, b) > (1 + margin) * std::min(a, b); };
  std::vector<double> sorted(times.begin(), times.end());
  std::sort(sorted.begin(), sorted.end());
  // For every time, those that are slower by more than the margin: a suffix.
  size_t end = 0;
  for (double time : sorted) {
    while (end < sorted.size() && sorted[end] <= (1 + margin) * time) ++end;
    counts.all += double(sorted.size() - end);
  }
  if (first < times.size())
    for (double time : times) {
      if (!apart(time, times[first])) continue;
      ++counts.withFirst;
      counts.firstRight += time > times[first];
    }
  return counts;
}

// Mean accuracy when `first` is first and the rest are in random order.
double expectedAccuracy(const PairCounts& counts) {
  return counts.all > 0 ? (counts.firstRight + .5 * (counts.all - counts.withFirst)) / counts.all : kNaN;
}

Figures expectedFigures(std::span<const double> times, size_t first) {
  Figures figures;
  const bool hasFirst = first < times.size();
  const PairCounts ordered = countPairs(times, first, 0), clear = countPairs(times, first, kNoise);
  const double n = double(times.size()), pairs = n * (n - 1) / 2;
  // Pairs without `first` cancel on average; what remains is right minus wrong over tau-b's denominator.
  figures.tau = ordered.all > 0 ? (2 * ordered.firstRight - ordered.withFirst) / std::sqrt(pairs * ordered.all) : kNaN;
  figures.pairAccuracy = expectedAccuracy(clear);
  figures.orderedPairAccuracy = expectedAccuracy(ordered);
  if (times.empty()) return figures;
  const double best = *std::min_element(times.begin(), times.end());
  std::vector<double> others(times.begin(), times.end());
  double limit = std::numeric_limits<double>::infinity();
  if (hasFirst) {
    limit = times[first];
    others.erase(others.begin() + std::ptrdiff_t(first));
  }
  const size_t taken = hasFirst ? 1 : 0;
  figures.slowdown1 = expectedSlowdown(others, limit, 1 - taken, best);
  figures.slowdown5 = expectedSlowdown(others, limit, 5 - taken, best);
  figures.slowdown10 = expectedSlowdown(others, limit, 10 - taken, best);
  return figures;
}

std::string line(const std::string& name, const Figures& figures) {
  char text[160];
  std::snprintf(text, sizeof text, "%-28s %6.3f %6.3f %6.3f %7.1f %7.1f %7.1f %7.1f %7.1f\n", name.c_str(), figures.tau,
                figures.pairAccuracy, figures.orderedPairAccuracy, 100 * figures.slowdown1, 100 * figures.slowdown5,
                100 * figures.slowdown10, 100 * figures.gain1, 100 * figures.gain5);
  return text;
}

void addTo(Figures& sum, const Figures& figures, std::vector<double>& counts, size_t& next) {
  for (const Field& field : kFields) {
    const double value = figures.*field.value;
    if (std::isfinite(value)) sum.*field.value = counts[next]++ > 0 ? sum.*field.value + value : value;
    ++next;
  }
}

void divide(Figures& sum, const std::vector<double>& counts, size_t& next) {
  for (const Field& field : kFields) {
    sum.*field.value = counts[next] > 0 ? sum.*field.value / counts[next] : kNaN;
    ++next;
  }
}

// What choosing by the default, by physics and by the compiler gives where layouts are chosen.
void addBaselines(const data::MeasuredProgram& program, std::span<const uint32_t> measured,
                  const std::vector<double>& times, ProgramFigures& figures) {
  const configs::Configurations& all = program.opened.configurations;
  std::vector<float> physics;
  size_t first = measured.size();
  const model::Scorer scorer(all, program.physics, model::physicalTables(program.physics), model::Aggregation::kSum,
                             model::Scale::kIdentity);
  for (size_t i = 0; i < measured.size(); ++i) {
    const auto choice = all.choice(measured[i]);
    physics.push_back(scorer.score(choice));
    if (first == measured.size() && std::equal(choice.begin(), choice.end(), all.reference.begin())) first = i;
  }
  figures.first = firstThenRandomFigures(times, first);
  figures.physics = figuresOf(physics, times);
  if (all.automatic < 0 || all.runtimes[size_t(all.automatic)] <= 0 || times.empty()) return;
  const double best = *std::min_element(times.begin(), times.end());
  const double slowdown = double(all.runtimes[size_t(all.automatic)]) / best - 1;
  figures.automatic = {kNaN, kNaN, kNaN, slowdown, slowdown, slowdown};
  for (Figures* some : {&figures.model, &figures.random, &figures.first, &figures.automatic, &figures.physics}) {
    some->gain1 = (1 + slowdown) / (1 + some->slowdown1) - 1;
    some->gain5 = (1 + slowdown) / (1 + some->slowdown5) - 1;
  }
}

}  // namespace

Figures figuresOf(std::span<const float> scores, std::span<const double> times) {
  const std::vector<float> someScores = thinned(scores);
  const std::vector<double> someTimes = thinned(times);
  return {metrics::kendallTau(scores, times),   metrics::pairAccuracy(someScores, someTimes, kNoise),
          metrics::pairAccuracy(scores, times), metrics::slowdown(scores, times, 1),
          metrics::slowdown(scores, times, 5),  metrics::slowdown(scores, times, 10)};
}

Figures randomFigures(std::span<const double> times) {
  return expectedFigures(times, times.size());
}

Figures firstThenRandomFigures(std::span<const double> times, size_t first) {
  return expectedFigures(times, first);
}

ProgramFigures programFigures(const data::MeasuredProgram& program, std::span<const uint32_t> measured,
                              std::span<const float> scores) {
  ProgramFigures figures;
  figures.name = program.name;
  figures.family = program.family;
  figures.collection = program.collection;
  figures.split = store::nameOf(program.split);
  figures.configurations = measured.size();
  const std::vector<double> times = data::timesOf(program, measured);
  figures.model = figuresOf(scores, times);
  figures.random = randomFigures(times);
  figures.first = figures.automatic = figures.physics = {kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};
  if (!program.tiles) addBaselines(program, measured, times, figures);
  return figures;
}

ProgramFigures meanOf(const std::vector<ProgramFigures>& programs) {
  ProgramFigures mean;
  mean.name = "mean";
  std::vector<double> counts(std::size(kFields) * (1 + std::size(kBaselines)), 0);
  for (const ProgramFigures& program : programs) {
    size_t next = 0;
    mean.configurations += program.configurations;
    addTo(mean.model, program.model, counts, next);
    for (const Baseline& baseline : kBaselines) addTo(mean.*baseline.figures, program.*baseline.figures, counts, next);
  }
  size_t next = 0;
  divide(mean.model, counts, next);
  for (const Baseline& baseline : kBaselines) divide(mean.*baseline.figures, counts, next);
  return mean;
}

nlohmann::ordered_json toJson(const Figures& figures) {
  nlohmann::ordered_json json;
  for (const Field& field : kFields) {
    const double value = figures.*field.value;
    json[field.name] = std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
  }
  return json;
}

nlohmann::ordered_json toJson(const ProgramFigures& program) {
  nlohmann::ordered_json json;
  json["name"] = program.name;
  if (!program.family.empty()) json["family"] = program.family;
  if (!program.collection.empty()) json["collection"] = program.collection;
  if (!program.split.empty()) json["split"] = program.split;
  json["configurations"] = program.configurations;
  if (program.fold >= 0) json["fold"] = program.fold;
  json.update(toJson(program.model));
  for (const Baseline& baseline : kBaselines) json["baselines"][baseline.name] = toJson(program.*baseline.figures);
  return json;
}

std::string toText(const std::vector<ProgramFigures>& programs, const std::string& model) {
  std::string text = "                                tau  pairs  order   top-1   top-5  top-10  gain-1  gain-5\n";
  for (const ProgramFigures& program : programs) text += line(program.name, program.model);
  const ProgramFigures mean = meanOf(programs);
  text += "mean of " + std::to_string(programs.size()) + (programs.size() == 1 ? " program\n" : " programs\n");
  text += line("  " + model, mean.model);
  for (const Baseline& baseline : kBaselines) text += line(std::string("  ") + baseline.name, mean.*baseline.figures);
  return text +
         "tau: Kendall's tau-b; pairs: share put in order of pairs more than 2 % apart, order: of all pairs;\n"
         "top-k: how much slower, in %, the best of the k first is than the best of all;\n"
         "gain-k: how much faster, in %, than what the compiler chooses by itself (auto)\n";
}

}  // namespace hlorank::evaluate
