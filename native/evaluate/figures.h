// How good a ranking of measured configurations is, and how good rankings are that know nothing.
#pragma once

#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"
#include "native/evaluate/judged.h"

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
  // Of the collections of TpuGraphs alone.
  double slowdown100 = gain1;
  double floorPairAccuracy = gain1;  // over pairs further apart than repeats of one configuration are (Judged::floor)
  double transferAccuracy = gain1;   // over Judged::transfer
};

// Every figure by its name in JSON. Those that are optional are left out there where they do not exist.
struct Field {
  const char* name;
  double Figures::*value;
  bool optional = false;
};
std::span<const Field> fields();

// Of scores against times. O(n log n).
Figures figuresOf(std::span<const float> scores, std::span<const double> times);

struct ProgramFigures {
  std::string name;
  std::string family;
  std::string collection, split;  // of the data set's, or empty
  bool tiles = false;
  size_t configurations = 0;
  int fold = -1;  // in which the program was held out; -1: no cross-validation
  Figures model;
  // Baselines. automatic: what the compiler chooses by itself; frequency and nearest: baselines.h; reachable: what
  // somebody has who knows the true costs.
  Figures random, first, automatic, frequency, nearest, analytical, reachable;
};

// The baselines by their names.
struct Baseline {
  const char* name;
  Figures ProgramFigures::*figures;
  bool optional = false;  // left out where it does not exist
};
std::span<const Baseline> baselines();
// Does any of the programs have it?
bool has(std::span<const ProgramFigures> programs, const Baseline& baseline);

class NearestPrograms;

// `scores` are of judged.chosen. `nearest` may be null.
ProgramFigures programFigures(const data::MeasuredProgram& program, const Judged& judged, std::span<const float> scores,
                              const NearestPrograms* nearest = nullptr);
// The same for some of the configurations that were measured.
ProgramFigures programFigures(const data::MeasuredProgram& program, std::span<const uint32_t> measured,
                              std::span<const float> scores);

// Every figure's mean over the programs that have it.
ProgramFigures meanOf(std::span<const ProgramFigures> programs);

// {tau, pairAccuracy, orderedPairAccuracy, slowdown1, slowdown5, slowdown10, gain1, gain5, slowdown100?,
// floorPairAccuracy?, transferAccuracy?}; null for NaN.
nlohmann::ordered_json toJson(const Figures& figures);
// {name, configurations, fold?, ..figures, baselines: {random, default, auto, h2, frequency?, nearest?, reachable?}}
nlohmann::ordered_json toJson(const ProgramFigures& program);

// A table for people: a line a program, then the means of model and baselines.
std::string toText(const std::vector<ProgramFigures>& programs, const std::string& model);

}  // namespace hlorank::evaluate
