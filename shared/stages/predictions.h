// Predictions for the schedules of a problem, by a stage model, by Halide's own cost model or from measured times.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/halide_cost.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// Predictions for all configurations of a problem.
struct Predictions {
  std::vector<float> scores;   // [count] log of the run time in ms
  std::vector<float> times;    // [count, stages] log of the time of each stage in ms; empty: unknown
  std::vector<double> halide;  // [count] cost by Halide's own model; empty: not computed
};

// Predicts with Halide's own model, in its unit (halideCosts); also fills Predictions::halide.
Result<Predictions> predictByHalide(const HalideWeights& weights, const Problem& problem, int cores);

// Takes the measured times as scores; infinite for a schedule without one.
Predictions measuredOrder(const Problem& problem);

// Returns the configurations ordered by score, the fastest first; equal scores by their number.
std::vector<uint32_t> orderOf(const Problem& problem, std::span<const float> scores);

// Returns the share of each stage in the predicted time of a configuration, [stages]; empty if unknown.
std::vector<double> sharesOf(const Problem& problem, const Predictions& predictions, size_t configuration);

}  // namespace hlorank::stages
