// Predicted run times of the schedules of a problem: by a stage model (a network that predicts the time of each stage),
// by Halide's own cost model, or taken from measured times.
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
  std::vector<float> scores;   // [count] logarithm of the predicted run time in ms; lower is faster
  std::vector<float> times;    // [count, stages] logarithm of the predicted time of each stage in ms; empty: unknown
  std::vector<double> halide;  // [count] cost by Halide's own model (halideCosts); empty: not computed
};

// Predicts with Halide's own cost model for a machine with `cores` cores; its unit (see halideCosts) takes the place of
// ms. Also fills in Predictions::halide.
Result<Predictions> predictByHalide(const HalideWeights& weights, const Problem& problem, int cores);

// Returns the logarithms of the measured times as scores; infinite for a schedule that was not measured.
Predictions measuredOrder(const Problem& problem);

// Returns the indices of the configurations ordered by score, fastest first; ties by index.
std::vector<uint32_t> orderOf(const Problem& problem, std::span<const float> scores);

// Returns the fraction of a configuration's predicted time that each stage takes, [stages]; empty if unknown.
std::vector<double> sharesOf(const Problem& problem, const Predictions& predictions, size_t configuration);

}  // namespace hlorank::stages
