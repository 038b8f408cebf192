// How good a ranking of measured configurations is, and how good rankings are that know nothing.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

inline constexpr double kNoise = .02;  // pairs closer than this share of the time are not told apart by a measurement

// NaN where a figure does not exist (no two different times).
struct Figures {
  double tau = 0;                  // Kendall's tau-b
  double pairAccuracy = 0;         // over pairs whose times differ by more than kNoise; predicted ties count as wrong
  double orderedPairAccuracy = 0;  // the same over all pairs whose times differ
  double slowdown1 = 0, slowdown5 = 0, slowdown10 = 0;  // best time among the first k over the best of all, minus 1
  // Time of the compiler's own choice over the best among the first k, minus 1: what a user gains, negative when it is
  // a loss. NaN where that choice was not measured.
  double gain1 = std::numeric_limits<double>::quiet_NaN(), gain5 = gain1;
};

// Of scores against times. The pairs of pairAccuracy are those of 20,000 configurations at most, evenly spaced.
Figures figuresOf(std::span<const float> scores, std::span<const double> times);

// What the order of a shuffled deck gives on average: computed, not drawn. O(n log n), and O(n²) for pairs beyond the
// noise.
Figures randomFigures(std::span<const double> times);
// The same with configuration `first` put first: always choosing what the program has already.
Figures firstThenRandomFigures(std::span<const double> times, size_t first);

struct ProgramFigures {
  std::string name;
  std::string family;
  std::string collection, split;  // of the data set's, or empty
  size_t configurations = 0;
  int fold = -1;  // in which the program was held out; -1: no cross-validation
  Figures model;
  Figures random, first, automatic, physics;  // baselines; automatic: what the compiler chooses by itself
};

// `scores` are those of program.measured().
ProgramFigures programFigures(const data::MeasuredProgram& program, std::span<const uint32_t> measured,
                              std::span<const float> scores);

// Every figure's mean over the programs that have it.
ProgramFigures meanOf(const std::vector<ProgramFigures>& programs);

// {tau, pairAccuracy, orderedPairAccuracy, slowdown1, slowdown5, slowdown10, gain1, gain5}; null for NaN.
nlohmann::ordered_json toJson(const Figures& figures);
// {name, configurations, fold?, ..figures, baselines: {random, default, auto, h2}}
nlohmann::ordered_json toJson(const ProgramFigures& program);

// A table for people: a line a program, then the means of model and baselines.
std::string toText(const std::vector<ProgramFigures>& programs, const std::string& model);

}  // namespace hlorank::evaluate
