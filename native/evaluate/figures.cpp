#include "native/evaluate/figures.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "native/evaluate/baselines.h"
#include "native/evaluate/expected_figures.h"
#include "shared/base/json.h"
#include "shared/base/text.h"
#include "shared/configs/program_layouts.h"
#include "shared/metrics/ranking.h"
#include "shared/model/score.h"

namespace hlorank::evaluate {
namespace {

// Metrics of a baseline that is not available: all are NaN.
constexpr Figures kNone = {metrics::kNan, metrics::kNan, metrics::kNan, metrics::kNan, metrics::kNan, metrics::kNan};

constexpr Field kFields[] = {{"tau", &Figures::tau},
                             {"pairAccuracy", &Figures::pairAccuracy},
                             {"orderedPairAccuracy", &Figures::orderedPairAccuracy},
                             {"slowdown1", &Figures::slowdown1},
                             {"slowdown5", &Figures::slowdown5},
                             {"slowdown10", &Figures::slowdown10},
                             {"gain1", &Figures::gain1},
                             {"gain5", &Figures::gain5},
                             {"slowdown100", &Figures::slowdown100, true},
                             {"floorPairAccuracy", &Figures::floorPairAccuracy, true},
                             {"transferAccuracy", &Figures::transferAccuracy, true},
                             {"medianError", &Figures::medianError, true},
                             {"meanError", &Figures::meanError, true},
                             {"largestError", &Figures::largestError, true},
                             {"logR2", &Figures::logR2, true},
                             {"distinctAccuracy", &Figures::distinctAccuracy, true},
                             {"noise", &Figures::noise, true}};

constexpr Baseline kBaselines[] = {{"random", &ProgramFigures::random},
                                   {"default", &ProgramFigures::programLayouts},
                                   {"auto", &ProgramFigures::compilerDefault},
                                   {"frequency", &ProgramFigures::frequency, true},
                                   {"nearest", &ProgramFigures::nearest, true},
                                   {"analytical", &ProgramFigures::analytical},
                                   {"reachable", &ProgramFigures::reachable, true}};

// Returns whether any metric of a ranking is finite, that is, defined.
bool exists(const Figures& figures) {
  return std::any_of(std::begin(kFields), std::end(kFields),
                     [&](const Field& field) { return std::isfinite(figures.*field.value); });
}

// Formats a line of the text table of metrics; an undefined metric (NaN) is "-".
std::string line(const std::string& name, const Figures& figures) {
  std::string text = name + std::string(name.size() < 28 ? 28 - name.size() : 0, ' ');
  const auto add = [&](double value, const char* format, int width) {
    text += formatted(" %*s", width, std::isfinite(value) ? formatted(format, value).c_str() : "-");
  };
  for (const double share : {figures.tau, figures.pairAccuracy, figures.orderedPairAccuracy}) add(share, "%.3f", 6);
  for (const double share : {figures.slowdown1, figures.slowdown5, figures.slowdown10, figures.gain1, figures.gain5})
    add(100 * share, "%.1f", 7);
  return text + "\n";
}

// Averages each metric of one ranker (a member of ProgramFigures) over the programs with a finite value. NaN if no
// program has a finite value.
Figures meanOf(std::span<const ProgramFigures> programs, Figures ProgramFigures::*figures) {
  Figures mean;
  for (const Field& field : kFields) {
    double sum = 0, count = 0;
    for (const ProgramFigures& program : programs) {
      const double value = program.*figures.*field.value;
      if (!std::isfinite(value)) continue;
      sum += value;
      ++count;
    }
    mean.*field.value = count > 0 ? sum / count : metrics::kNan;
  }
  return mean;
}

// Computes the metrics of ranking the configurations judged.selected by `scores` (lower is faster). `collection` adds
// slowdown100, floorPairAccuracy and transferAccuracy, which only programs of a TpuGraphs collection have.
Figures figuresOf(std::span<const float> scores, const EvaluationSet& judged, bool collection) {
  const std::span<const double> times = judged.times;
  Figures figures = {metrics::kendallTau(scores, times),   metrics::pairAccuracy(scores, times, kNoise),
                     metrics::pairAccuracy(scores, times), metrics::slowdown(scores, times, 1),
                     metrics::slowdown(scores, times, 5),  metrics::slowdown(scores, times, 10)};
  if (!collection) return figures;
  figures.slowdown100 = metrics::slowdown(scores, judged.times, 100);
  if (judged.noise > 0) figures.floorPairAccuracy = metrics::pairAccuracy(scores, judged.times, judged.noise);
  double right = 0;
  for (const OrderedPair& pair : judged.transfer) right += scores[pair.faster] < scores[pair.slower];
  if (!judged.transfer.empty()) figures.transferAccuracy = right / double(judged.transfer.size());
  return figures;
}

// Computes the metrics of the compiler default (all layouts left to the compiler). Also computes for every ranker gain1
// and gain5, the speedups of the best of its first 1 and 5 configurations over the compiler default. Does nothing if
// the time of the compiler default is unknown.
void addCompilerDefault(const data::MeasuredProgram& program, const EvaluationSet& judged, ProgramFigures& figures) {
  const configs::Configurations& all = program.opened.configurations;
  const auto measured = all.measuredDefault();
  if (!measured || all.runtimes[*measured] <= 0 || judged.times.empty()) return;
  const double best = *std::min_element(judged.times.begin(), judged.times.end());
  const double slowdown = double(all.runtimes[*measured]) / best - 1;
  figures.compilerDefault = {metrics::kNan, metrics::kNan, metrics::kNan, slowdown, slowdown, slowdown};
  const auto addGain = [&](Figures& some) {
    some.gain1 = (1 + slowdown) / (1 + some.slowdown1) - 1;
    some.gain5 = (1 + slowdown) / (1 + some.slowdown5) - 1;
  };
  addGain(figures.model);
  for (const Baseline& baseline : kBaselines) addGain(figures.*baseline.figures);
}

// Figures::distinctAccuracy counts only pairs whose times differ by more than 10 %.
constexpr double kDistinct = .1;

}  // namespace

void addErrors(std::span<const float> scores, std::span<const double> times, Figures& figures) {
  if (times.empty()) return;
  const double count = double(times.size());
  std::vector<double> errors;
  double mean = 0, squares = 0, residuals = 0;
  for (const double time : times) mean += std::log(time) / count;
  for (size_t i = 0; i < times.size(); ++i) {
    const double measured = std::log(times[i]), difference = double(scores[i]) - measured;
    errors.push_back(std::abs(std::expm1(difference)));
    residuals += difference * difference;
    squares += (measured - mean) * (measured - mean);
  }
  std::sort(errors.begin(), errors.end());
  figures.medianError = .5 * (errors[(errors.size() - 1) / 2] + errors[errors.size() / 2]);
  figures.meanError = std::accumulate(errors.begin(), errors.end(), 0.0) / count;
  figures.largestError = errors.back();
  if (squares > 0) figures.logR2 = 1 - residuals / squares;
  figures.distinctAccuracy = metrics::pairAccuracy(scores, times, kDistinct);
}

PooledErrors poolErrors(std::span<const float> scores, std::span<const double> times) {
  Figures figures;
  addErrors(scores, times, figures);
  return {times.size(), figures.medianError, figures.meanError, figures.largestError, figures.logR2};
}

Json toJson(const PooledErrors& errors) {
  return {{"schedules", errors.schedules},
          {"medianError", number(errors.medianError)},
          {"meanError", number(errors.meanError)},
          {"largestError", number(errors.largestError)},
          {"logR2", number(errors.logR2)}};
}

std::string toText(const PooledErrors& errors, const Figures& mean) {
  return formatted(
      "error of the predicted run times of %zu schedules: median %.1f %%, mean %.1f %%, largest %.0f %%; R2 of "
      "the log run time %.3f\npairs more than 10 %% apart in the right order: %.3f%s\n",
      errors.schedules, 100 * errors.medianError, 100 * errors.meanError, 100 * errors.largestError, errors.logR2,
      mean.distinctAccuracy,
      mean.noise > 0 ? formatted("; spread of repeated measurements: %.2f %%", 100 * mean.noise).c_str() : "");
}

std::span<const Field> fields() {
  return kFields;
}

std::span<const Baseline> baselines() {
  return kBaselines;
}

bool has(std::span<const ProgramFigures> programs, const Baseline& baseline) {
  return std::any_of(programs.begin(), programs.end(),
                     [&](const ProgramFigures& program) { return exists(program.*baseline.figures); });
}

ProgramFigures computeProgramFigures(const data::MeasuredProgram& program, const EvaluationSet& judged,
                                     std::span<const float> scores, const NearestPrograms* nearest) {
  ProgramFigures figures;
  figures.name = program.name;
  figures.family = program.family;
  figures.collection = program.collection;
  figures.split = nameOf(program.split);
  figures.tiles = program.opened.tiles.has_value();
  figures.configurations = judged.selected.size();
  const bool collection = !program.collection.empty();
  const auto of = [&](const std::vector<float>& some) {
    return some.empty() ? kNone : figuresOf(some, judged, collection);
  };
  figures.model = figuresOf(scores, judged, collection);
  figures.random = randomFigures(judged.times, judged.noise);
  if (!collection) figures.random.slowdown100 = metrics::kNan;
  figures.reachable = of(judged.truth);
  figures.programLayouts = figures.compilerDefault = figures.frequency = figures.nearest = figures.analytical = kNone;
  if (program.stages) {
    addErrors(scores, judged.times, figures.model);
    figures.model.noise = program.stages->noise;
  }
  if (program.opened.tiles || program.stages) return figures;
  const auto written =
      configs::findProgramLayouts(program.opened.program, program.opened.configurations, judged.selected);
  figures.programLayouts = firstThenRandomFigures(judged.times, written.value_or(judged.selected.size()), judged.noise);
  if (!collection) figures.programLayouts.slowdown100 = metrics::kNan;
  figures.analytical = of(analyticalScores(program, judged.selected));
  if (collection) figures.frequency = of(frequencyScores(program, judged.selected));
  if (nearest) figures.nearest = of(nearest->scores(program, judged.selected));
  addCompilerDefault(program, judged, figures);
  return figures;
}

ProgramFigures computeProgramFigures(const data::MeasuredProgram& program, std::span<const uint32_t> measured,
                                     std::span<const float> scores) {
  return computeProgramFigures(program, makeEvaluationSet(program, measured), scores);
}

ProgramFigures meanOf(std::span<const ProgramFigures> programs) {
  ProgramFigures mean;
  mean.name = "mean";
  for (const ProgramFigures& program : programs) mean.configurations += program.configurations;
  mean.model = meanOf(programs, &ProgramFigures::model);
  for (const Baseline& baseline : kBaselines) mean.*baseline.figures = meanOf(programs, baseline.figures);
  return mean;
}

Json toJson(const Figures& figures) {
  Json json;
  for (const Field& field : kFields) {
    const double value = figures.*field.value;
    if (std::isfinite(value))
      json[field.name] = roundDecimal(value);
    else if (!field.optional)
      json[field.name] = nullptr;
  }
  return json;
}

Json toJson(const ProgramFigures& program) {
  Json json;
  json["name"] = program.name;
  if (!program.family.empty()) json["family"] = program.family;
  if (!program.collection.empty()) json["collection"] = program.collection;
  if (!program.split.empty()) json["split"] = program.split;
  json["configurations"] = program.configurations;
  if (program.fold >= 0) json["fold"] = program.fold;
  json.update(toJson(program.model));
  for (const Baseline& baseline : kBaselines)
    if (!baseline.optional || exists(program.*baseline.figures))
      json["baselines"][baseline.name] = toJson(program.*baseline.figures);
  return json;
}

std::string toText(const std::vector<ProgramFigures>& programs, const std::string& model) {
  std::string text = "                                tau  pairs  order   top-1   top-5  top-10  gain-1  gain-5\n";
  for (const ProgramFigures& program : programs) text += line(program.name, program.model);
  const ProgramFigures mean = meanOf(programs);
  text += "mean of " + std::to_string(programs.size()) + (programs.size() == 1 ? " program\n" : " programs\n");
  text += line("  " + model, mean.model);
  const bool ofSchedules = std::isfinite(mean.model.medianError);  // most baselines exist only for layouts
  for (const Baseline& baseline : kBaselines)
    if (model != baseline.name && ((!baseline.optional && !ofSchedules) || has(programs, baseline)))
      text += line(std::string("  ") + baseline.name, mean.*baseline.figures);
  return text +
         "tau: Kendall's tau-b, -1 to 1, higher is better\n"
         "pairs: fraction of pairs ranked in the right order, of pairs whose run times differ by more than 2 %;\n"
         "order: fraction of pairs ranked in the right order, of all pairs with different run times; higher is better\n"
         "top-k: slowdown in % of the best of the k ranked first against the best of all, lower is better\n"
         "gain-k: speedup in % of the best of the k ranked first over the compiler default, higher is better\n"
         "baselines: random (expected values of a random order), default (program layouts first, then random), auto\n"
         "(compiler default: layouts left to the compiler), frequency (frequent layouts first), nearest (by the most\n"
         "similar training program), analytical (analytical cost model), reachable (by the ground-truth costs: the\n"
         "best attainable)\n";
}

}  // namespace hlorank::evaluate
