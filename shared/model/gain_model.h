// Predicts whether a change of layouts pays: whether the top-ranked configuration is faster than the baseline (the
// compiler default, or the program layouts if the model cannot score the compiler default). A logistic regression,
// trained on programs held out from training, because the best of many scores is partly luck and the scores alone say
// little: programs with many configurable reshapes gain more often than others.
#pragma once

#include <array>
#include <cstddef>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"

namespace hlorank::model {

inline constexpr size_t kGainInputs = 5;
using GainInputs = std::array<float, kGainInputs>;

// What the inputs are, in their order; also in model.json.
inline constexpr std::array<const char*, kGainInputs> kGainInputNames = {
    "convolutions", "dots", "reshapes", "gain over the baseline", "gain over the program layouts"};

// Returns log(1 + number) of the configurable convolutions, dots and reshapes, and ±log(1 + 20·|difference|) of the
// scores of the baseline and of the program layouts from `first`, the score of the top-ranked configuration.
GainInputs gainInputs(const graph::Program& program, const configs::LayoutTable& table, float baseline, float first);

// The probability is 1 / (1 + e^−z), z = bias + Σ weight · clip((input − shift) · scale, ±kLargestGainInput).
inline constexpr float kLargestGainInput = 3;
struct GainModel {
  float bias = 0;
  GainInputs shift{}, scale{}, weights{};

  // Returns the inputs, standardised and clipped.
  GainInputs standardised(const GainInputs& inputs) const;
  float probability(const GainInputs& inputs) const;
};

}  // namespace hlorank::model
