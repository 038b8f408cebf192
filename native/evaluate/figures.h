// Metrics of a ranking of measured configurations (layouts, tile sizes or schedules of one program), and of simple
// rankings of the same configurations for comparison (baselines).
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"
#include "native/evaluate/judged.h"

namespace hlorank::evaluate {

// Figures::pairAccuracy counts only pairs of configurations whose times differ by more than 2 %.
inline constexpr double kNoise = .02;

// Metrics of one ranking of the configurations of one program. A metric is NaN where it is undefined, for example if
// all times are equal.
struct Figures {
  double tau = 0;  // Kendall's tau-b of scores and times, higher is better
  // Fraction of pairs of configurations ranked in the right order, of the pairs whose times differ by over 2 %. Pairs
  // with equal scores count as wrong.
  double pairAccuracy = 0;
  // Fraction of pairs of configurations ranked in the right order, of all pairs whose times differ.
  double orderedPairAccuracy = 0;
  // (Fastest time among the top k = 1, 5, 10 of the ranking / fastest time of all) - 1; lower is better.
  double slowdown1 = 0, slowdown5 = 0, slowdown10 = 0;
  // (Time of the compiler default / fastest time among the top k = 1, 5 of the ranking) - 1. This is what a user gains
  // by measuring the top k; negative for a loss. NaN if the compiler default was not measured.
  double gain1 = std::numeric_limits<double>::quiet_NaN(), gain5 = gain1;
  // (Fastest time among the top 100 of the ranking / fastest time of all) - 1; NaN for a program of no TpuGraphs
  // collection.
  double slowdown100 = gain1;
  // Fraction of pairs of configurations in the right order, of the pairs whose times differ by more than the
  // measurement noise (EvaluationSet::floor). NaN if the noise is unknown.
  double floorPairAccuracy = gain1;
  // Errors |predicted / measured run time − 1| over the schedules of a program. NaN for other models, which do not
  // predict run times.
  double medianError = gain1, meanError = gain1, largestError = gain1;
  double logR2 = gain1;  // coefficient of determination (R²) of the log run time
  // Fraction of pairs of schedules in the right order, of the pairs whose times differ by over 10 %.
  double distinctAccuracy = gain1;
  double noise = gain1;  // relative spread of repeated measurements of one configuration
  // Fraction of the transfer pairs (two configurations that differ in one instruction, EvaluationSet::transfer) in the
  // right order; NaN if there are none.
  double transferAccuracy = gain1;
};

// A metric and its JSON key. If the metric is NaN and `optional`, JSON omits the key; if it is NaN and not `optional`,
// the value is null.
struct Field {
  const char* name;
  double Figures::*value;
  bool optional = false;
};
// Returns the descriptions of all metrics of Figures, in the order of JSON and CSV.
std::span<const Field> fields();

// Computes medianError, meanError, largestError, logR2 and distinctAccuracy of `figures`. `scores`: natural logarithms
// of the predicted run times. `times`: measured run times in the same unit. O(n log n).
void addErrors(std::span<const float> scores, std::span<const double> times, Figures& figures);

// Errors of predicted run times over the schedules (of Halide or TVM) of several programs together.
struct PooledErrors {
  size_t schedules = 0;
  double medianError = 0, meanError = 0, largestError = 0;  // |predicted / measured − 1| of the schedules
  double logR2 = 0;                                         // coefficient of determination (R²) of the log run time
};
PooledErrors poolErrors(std::span<const float> scores, std::span<const double> times);
// Converts the errors to JSON: {schedules, medianError, meanError, largestError, logR2}.
nlohmann::ordered_json toJson(const PooledErrors& errors);
// Formats two lines of text: the errors over all schedules, then distinctAccuracy and noise of `mean`, the means over
// programs.
std::string toText(const PooledErrors& errors, const Figures& mean);

// Metrics of several rankings of one program's configurations, or their means over programs.
struct ProgramFigures {
  std::string name;
  std::string family;             // group of variants of one network; "" if unknown
  std::string collection, split;  // such as "layout:xla:random" and "test"; "" if in none
  bool tiles = false;             // whether configurations are tile sizes, not layouts or schedules
  size_t configurations = 0;      // number of ranked configurations
  // Cross-validation fold that held the program out; -1 without cross-validation.
  int fold = -1;
  Figures model;  // the ranking by the evaluated model
  // Baseline rankings; all metrics of an unavailable one are NaN.
  // random: random order (expected values). programLayouts: the program's own layouts on top, then random.
  // compilerDefault: only the compiler default (layouts left to the compiler).
  // frequency, nearest, analytical: see baselines.h. reachable: by ground-truth cost, an upper bound (synthetic data).
  Figures random, programLayouts, compilerDefault, frequency, nearest, analytical, reachable;
};

// A baseline ranking of ProgramFigures and its JSON key.
struct Baseline {
  const char* name;
  Figures ProgramFigures::*figures;
  bool optional = false;  // true: JSON and tables omit the baseline if all its metrics are NaN
};
// Returns the descriptions of all baselines of ProgramFigures, in the order of JSON and tables.
std::span<const Baseline> baselines();
// Returns whether any metric of the baseline is finite (not NaN) for any of the programs.
bool has(std::span<const ProgramFigures> programs, const Baseline& baseline);

class NearestPrograms;  // declared in baselines.h

// Computes the metrics of the model and of every baseline on the configurations judged.selected. `scores`: the model's
// score of each selected configuration; lower is faster. `nearest`: the training programs, for the baseline of that
// name; null leaves it out.
ProgramFigures computeProgramFigures(const data::MeasuredProgram& program, const EvaluationSet& judged,
                                     std::span<const float> scores, const NearestPrograms* nearest = nullptr);
// Computes the metrics of the model and of every baseline except `nearest` and `reachable`. Uses the configurations
// `measured`, a subset of program.measured(). `scores`: the model's score of each measured configuration; lower is
// faster.
ProgramFigures computeProgramFigures(const data::MeasuredProgram& program, std::span<const uint32_t> measured,
                                     std::span<const float> scores);

// Averages each metric over the programs in which the metric is finite. Adds up the numbers of configurations.
ProgramFigures meanOf(std::span<const ProgramFigures> programs);

// Converts the metrics to JSON: {tau, pairAccuracy, orderedPairAccuracy, slowdown1, slowdown5, slowdown10, gain1,
// gain5, slowdown100?, floorPairAccuracy?, transferAccuracy?}. If a metric is NaN, its key is missing if marked ?, else
// its value is null.
nlohmann::ordered_json toJson(const Figures& figures);
// Converts the metrics of a program to JSON: {name, family?, collection?, split?, configurations, fold?, ...metrics of
// the model, baselines: {random, default (program layouts first), auto (compiler default), frequency?, nearest?,
// analytical, reachable?}}. A key marked ? is missing if its value is empty or all its metrics are NaN.
nlohmann::ordered_json toJson(const ProgramFigures& program);

// Formats a plain-text table with one line per program. The means of the model (labelled `model`) and of the baselines
// follow, then a legend.
std::string toText(const std::vector<ProgramFigures>& programs, const std::string& model);

}  // namespace hlorank::evaluate
