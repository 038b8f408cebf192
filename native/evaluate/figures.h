// Metrics of a ranking of measured configurations, and of baseline rankings of the same configurations.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"
#include "native/evaluate/judged.h"

namespace hlorank::evaluate {

inline constexpr double kNoise = .02;  // Figures::pairAccuracy ignores pairs whose times differ by at most 2 %

// Metrics of one ranking of one program. NaN: undefined, for example when all measured times are equal.
struct Figures {
  double tau = 0;           // Kendall's tau-b, higher is better
  double pairAccuracy = 0;  // fraction of pairs in the right order, of pairs whose times differ by over 2 %; tied
                            // scores count as wrong
  double orderedPairAccuracy = 0;  // fraction of pairs in the right order, of all pairs whose times differ
  // Fastest time among the k = 1, 5, 10 ranked first / fastest time of all - 1; lower is better.
  double slowdown1 = 0, slowdown5 = 0, slowdown10 = 0;
  // Time of the compiler default / fastest time among the k = 1, 5 ranked first - 1: the user's gain, negative for a
  // loss. NaN: the compiler default was not measured.
  double gain1 = std::numeric_limits<double>::quiet_NaN(), gain5 = gain1;
  double slowdown100 = gain1;        // slowdown of the best of 100; NaN: the program belongs to no collection
  double floorPairAccuracy = gain1;  // of pairs whose times differ by more than EvaluationSet::floor; NaN: no floor
  // Stage networks, which predict run times; NaN for others. Errors are |predicted / measured − 1|.
  double medianError = gain1, meanError = gain1, largestError = gain1;
  double logR2 = gain1;             // coefficient of determination of the log run time
  double distinctAccuracy = gain1;  // fraction of pairs in the right order, of pairs whose times differ by over 10 %
  double noise = gain1;             // relative spread of repeated measurements
  double transferAccuracy = gain1;  // fraction of EvaluationSet::transfer in the right order; NaN: no such pairs
};

// A metric and its JSON key. If the metric is NaN, JSON omits it (`optional`) or writes null.
struct Field {
  const char* name;
  double Figures::*value;
  bool optional = false;
};
// All metrics of Figures, in the order of JSON and CSV.
std::span<const Field> fields();

// Computes the metrics of ranking by `scores` (lower is faster) against the measured `times`, except those that need a
// compiler default or a collection. Both [configurations]. O(n log n).
Figures figuresOf(std::span<const float> scores, std::span<const double> times);

// Sets the errors of predicted run times, logR2 and distinctAccuracy. `scores`: logarithms of the predicted run times
// in the unit of `times`. O(n log n).
void addErrors(std::span<const float> scores, std::span<const double> times, Figures& figures);

// Errors of predicted run times over the schedules of several programs together.
struct PooledErrors {
  size_t schedules = 0;
  double medianError = 0, meanError = 0, largestError = 0;  // |predicted / measured − 1|
  double logR2 = 0;                                         // of the log run time
};
PooledErrors poolErrors(std::span<const float> scores, std::span<const double> times);
// Converts to {schedules, medianError, meanError, largestError, logR2}.
nlohmann::ordered_json toJson(const PooledErrors& errors);
// Formats a line of the pooled errors and one of the means over programs of what only schedules have.
std::string toText(const PooledErrors& errors, const Figures& mean);

// Metrics of the rankings of one program, or their means over programs.
struct ProgramFigures {
  std::string name;
  std::string family;             // related programs; "": unknown
  std::string collection, split;  // "layout:xla:random", "test"; "": none
  bool tiles = false;             // ranks tile sizes, not layouts
  size_t configurations = 0;      // number of ranked configurations
  int fold = -1;                  // the cross-validation fold that held the program out; -1: no cross-validation
  Figures model;                  // the evaluated ranker
  // Baseline rankings; all metrics NaN: not available. random: a random order (expected values); first: the program
  // layouts first, then random; automatic: only the compiler default (layouts left to the compiler); frequency,
  // nearest, analytical: see baselines.h; reachable: by ground-truth cost, the best attainable (synthetic collections).
  Figures random, first, automatic, frequency, nearest, analytical, reachable;
};

// A baseline ranking and its JSON key.
struct Baseline {
  const char* name;
  Figures ProgramFigures::*figures;
  bool optional = false;  // omitted from JSON and tables when all its metrics are NaN
};
// All baselines of ProgramFigures, in the order of JSON and tables.
std::span<const Baseline> baselines();
// Whether any metric of the baseline is finite (not NaN) for any of the programs.
bool has(std::span<const ProgramFigures> programs, const Baseline& baseline);

class NearestPrograms;  // baselines.h

// Computes the metrics of the model and of every baseline on the configurations judged.selected. `scores`: the model's
// score of each of them; lower is faster. `nearest`: the training programs; null: no baseline `nearest`.
ProgramFigures computeProgramFigures(const data::MeasuredProgram& program, const EvaluationSet& judged,
                                     std::span<const float> scores, const NearestPrograms* nearest = nullptr);
// Computes the metrics of the model and of every baseline except `nearest` and `reachable`. `measured`: a subset of
// program.measured(). `scores` [measured]: the model's; lower is faster.
ProgramFigures computeProgramFigures(const data::MeasuredProgram& program, std::span<const uint32_t> measured,
                                     std::span<const float> scores);

// Averages each metric over the programs where it is finite; `configurations` is the sum.
ProgramFigures meanOf(std::span<const ProgramFigures> programs);

// Converts to {tau, pairAccuracy, orderedPairAccuracy, slowdown1, slowdown5, slowdown10, gain1, gain5, slowdown100?,
// floorPairAccuracy?, transferAccuracy?}. A NaN is null; a key with ? is then missing.
nlohmann::ordered_json toJson(const Figures& figures);
// Converts to {name, family?, collection?, split?, configurations, fold?, ...metrics of the model, baselines: {random,
// default (program layouts first), auto (compiler default), frequency?, nearest?, analytical, reachable?}}.
// A key with ? is missing if its value is empty or all its metrics are NaN.
nlohmann::ordered_json toJson(const ProgramFigures& program);

// Formats a plain-text table: one line per program, then the means of the model (labelled `model`) and of the
// baselines, then a legend.
std::string toText(const std::vector<ProgramFigures>& programs, const std::string& model);

}  // namespace hlorank::evaluate
