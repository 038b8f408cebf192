// Halide's own cost model, the network of its Adams 2019 autoscheduler, which serves as a baseline for other models.
// Reads the .weights file of the network and predicts the number that the autoscheduler's log shows as `Best cost`.
// Source: cost_model_generator.cpp and Weights.cpp of Halide (MIT).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// The six arrays of a .weights file, in the order of the file. The first dimension of each varies fastest.
struct HalideWeights {
  std::vector<float> algorithmFilter;  // [7 types, 40 features, 8 channels]
  std::vector<float> algorithmBias;    // [8 channels]
  std::vector<float> scheduleFilter;   // [39 features, 24 channels]
  std::vector<float> scheduleBias;     // [24 channels]
  std::vector<float> filter;           // [32 channels, 32 coefficients]
  std::vector<float> bias;             // [32 coefficients]
};

// Parses a .weights file, which has 17,136 bytes. Errors, with a byte offset: a wrong signature, another version of the
// features, another shape, a truncated file, a weight that is not finite.
Result<HalideWeights> readHalideWeights(std::string_view bytes);

// Predicts the cost of each configuration of a Halide problem on a machine with `cores` cores, [problem.count]. The
// unit is that for which the weights were trained; for the default weights, it is ms on the machine that was used for
// training. The cost is a sum over stages, which ignores the edges between them. Error: the problem is not of Halide.
Result<std::vector<double>> halideCosts(const HalideWeights& weights, const Problem& problem, int cores);
// Returns the cost of each stage under each configuration, [problem.count, stages]. halideCosts returns the sums over
// stages.
Result<std::vector<double>> halideStageCosts(const HalideWeights& weights, const Problem& problem, int cores);

}  // namespace hlorank::stages
