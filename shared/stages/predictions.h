// Predicted run times of the schedules of a problem. They come from a stage model (a network that predicts the time of
// each stage) or from Halide's own cost model, or are measured times.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/halide_cost.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// Predicted run times for all configurations (schedules) of a problem.
struct Predictions {
  std::vector<float> scores;   // [count] logarithm of the predicted run time in ms; lower is faster
  std::vector<float> times;    // [count, stages] logarithm of the predicted time of each stage in ms; empty if unknown
  std::vector<double> halide;  // [count] cost by Halide's own cost model (halideCosts); empty if not computed
  std::vector<std::string> notices;  // what a reader of the predictions should know, beside Problem::notices
};

// Predicts run times with Halide's own cost model for a machine with `cores` cores. Its unit (see halideCosts) takes
// the place of ms. Also fills in Predictions::halide.
Result<Predictions> predictByHalide(const HalideWeights& weights, const Problem& problem, int cores);

// Returns the logarithms of the measured times as scores. The score of a schedule that was not measured is infinite.
Predictions measuredOrder(const Problem& problem);

// Returns the indices of the configurations ordered by score, fastest first. Equal scores are ordered by index.
std::vector<uint32_t> orderOf(const Problem& problem, std::span<const float> scores);

// Returns the fraction of a configuration's predicted time that each stage takes, [stages]. Returns an empty list if
// the times of stages are unknown.
std::vector<double> sharesOf(const Problem& problem, const Predictions& predictions, size_t configuration);

}  // namespace hlorank::stages
