// Reports on a problem as JSON, the same for the command line and the page.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/stages/problem.h"

namespace hlorank::stages {

// Returns the output of `hlorank inspect --json`, on one line:
//   {version, file, name, format, kind, schema, stages: [{name, operations}], edges: [[producer, consumer]],
//    configurations, measured, failed, fastest | null, slowest | null, noise | null, notices: [text]}
// `operations`: for Halide the sum of the stage's operation counts; times in ms.
std::string inspectJson(const Problem& problem, std::string_view file);

// Predictions for all configurations of a problem.
struct Predictions {
  std::vector<float> scores;   // [count] log of the run time in ms
  std::vector<float> times;    // [count, stages] log of the time of each stage in ms
  std::vector<double> halide;  // [count] cost by Halide's own model; empty: not computed
};

// Returns the configurations ordered by score, the fastest first; equal scores by their number.
std::vector<uint32_t> orderOf(const Problem& problem, std::span<const float> scores);

// Returns the output of `hlorank rank --json` with the `top` best configurations, on one line:
//   {version, file, name, format, kind, model: {name, title}, stages: [name], edges: [[producer, consumer]], count,
//    configurations: [{index, id, rank, milliseconds, time?, halideCost?, shares: [fraction of each stage]}],
//    agreement: {tau, pairAccuracy, slowdown1, halide?: {tau, pairAccuracy, slowdown1}} | null, notices: [text]}
// `milliseconds` is predicted, `time` measured (ms); pairAccuracy ignores pairs less than 2 % apart.
std::string rankJson(const Problem& problem, const Predictions& predictions, std::string_view file,
                     std::string_view model, std::string_view title, size_t top);

}  // namespace hlorank::stages
