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

inline constexpr double kNoise = .02;  // pairs whose times differ by at most this fraction count as measurement noise

// Ranking metrics. NaN: undefined, for example when all times are equal.
struct Figures {
  double tau = 0;                  // Kendall's tau-b
  double pairAccuracy = 0;         // over pairs whose times differ by more than kNoise; predicted ties count as wrong
  double orderedPairAccuracy = 0;  // the same over all pairs whose times differ
  double slowdown1 = 0, slowdown5 = 0, slowdown10 = 0;  // best time among the k ranked first / best time - 1
  // Time of the compiler default / best time among the k ranked first - 1: the user's gain, negative for a loss.
  // NaN if the compiler default was not measured.
  double gain1 = std::numeric_limits<double>::quiet_NaN(), gain5 = gain1;
  // Defined only for programs of a collection.
  double slowdown100 = gain1;
  double floorPairAccuracy = gain1;  // over pairs that differ by more than the noise floor (EvaluationSet::floor)
  double transferAccuracy = gain1;   // fraction of EvaluationSet::transfer in the right order
};

// A metric and its JSON key. JSON omits an optional metric that is NaN and writes null for any other.
struct Field {
  const char* name;
  double Figures::*value;
  bool optional = false;
};
std::span<const Field> fields();

// Compares scores (lower is faster) with measured times. O(n log n).
Figures figuresOf(std::span<const float> scores, std::span<const double> times);

struct ProgramFigures {
  std::string name;
  std::string family;
  std::string collection, split;  // of the data set, or empty
  bool tiles = false;
  size_t configurations = 0;
  int fold = -1;  // the cross-validation fold that held the program out; -1: no cross-validation
  Figures model;
  // Baselines. first: program layouts first, the rest random; automatic: compiler default; frequency, nearest: see
  // baselines.h; reachable: ranking by the ground-truth costs, the best attainable result.
  Figures random, first, automatic, frequency, nearest, analytical, reachable;
};

// A baseline and its JSON key.
struct Baseline {
  const char* name;
  Figures ProgramFigures::*figures;
  bool optional = false;  // omitted from JSON and tables when all its metrics are NaN
};
std::span<const Baseline> baselines();
// Whether any metric of the baseline is finite for any of the programs.
bool has(std::span<const ProgramFigures> programs, const Baseline& baseline);

class NearestPrograms;

// Metrics of the model and of every baseline. `scores`: [judged.selected]. `nearest` may be null.
ProgramFigures computeProgramFigures(const data::MeasuredProgram& program, const EvaluationSet& judged,
                                     std::span<const float> scores, const NearestPrograms* nearest = nullptr);
// The same for `measured`, a subset of program.measured(). `scores`: [measured].
ProgramFigures computeProgramFigures(const data::MeasuredProgram& program, std::span<const uint32_t> measured,
                                     std::span<const float> scores);

// Mean of each metric over the programs where it is finite.
ProgramFigures meanOf(std::span<const ProgramFigures> programs);

// {tau, pairAccuracy, orderedPairAccuracy, slowdown1, slowdown5, slowdown10, gain1, gain5, slowdown100?,
// floorPairAccuracy?, transferAccuracy?}; null for NaN.
nlohmann::ordered_json toJson(const Figures& figures);
// {name, family?, collection?, split?, configurations, fold?, ...metrics,
//  baselines: {random, default, auto, frequency?, nearest?, analytical, reachable?}}
nlohmann::ordered_json toJson(const ProgramFigures& program);

// A plain-text table: one line per program, then the means of the model and of the baselines.
std::string toText(const std::vector<ProgramFigures>& programs, const std::string& model);

}  // namespace hlorank::evaluate
