// Halide's own cost model, the network of its Adams 2019 autoscheduler, as a baseline for other models: reads its
// .weights file and predicts the number that the autoscheduler's log shows as `Best cost`. Source:
// cost_model_generator.cpp and Weights.cpp of Halide (MIT).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// The six arrays of a .weights file, in its order; the first extent varies fastest.
struct HalideWeights {
  std::vector<float> algorithmFilter;  // [7 types, 40 features, 8 channels]
  std::vector<float> algorithmBias;    // [8]
  std::vector<float> scheduleFilter;   // [39 features, 24 channels]
  std::vector<float> scheduleBias;     // [24]
  std::vector<float> filter;           // [32 channels, 32 coefficients]
  std::vector<float> bias;             // [32]
};

// Parses a .weights file, 17,136 bytes. Errors, with a byte offset: another signature, version of the features or
// shape, a truncated file, a weight that is not finite.
Result<HalideWeights> readHalideWeights(std::string_view bytes);

// Predicts the cost of each configuration of a Halide problem on a machine with `cores` cores, [problem.count], in the
// unit that the weights were trained for (ms on the machine of the default weights). The cost is a sum over stages,
// which ignores the edges between them. Error: the problem is not of Halide.
Result<std::vector<double>> halideCosts(const HalideWeights& weights, const Problem& problem, int cores);
// Returns the terms of these sums, one per stage: [problem.count, stages].
Result<std::vector<double>> halideStageCosts(const HalideWeights& weights, const Problem& problem, int cores);

}  // namespace hlorank::stages
