// The weights of a network as named arrays, without LibTorch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "native/model/description.h"
#include "shared/base/result.h"
#include "shared/model/weights.h"

namespace hlorank::model {

// How an array of weights is initialised before training.
enum class Start {
  kZero,
  kOne,
  kFanIn,  // uniform in ±1/√in, for the weight [out, in] of a linear layer
  kSmall,  // normal with standard deviation 0.1, for embeddings
};

// How training updates an array of weights.
enum class Training {
  kDecayed,  // trained with weight decay
  kFree,     // trained without weight decay: biases, LayerNorm gains, learned constant costs (free terms)
  kFixed,    // not trained: the shift and scale that standardise the inputs
};

struct Parameter : Weight {
  Start start = Start::kZero;
  Training training = Training::kDecayed;
};

using Parameters = std::vector<Parameter>;

// Returns all weights of the network with their initial values, in the order of use. Member m (from 0) of an ensemble
// is initialised from seed + m. The same seed gives the same bits on every machine.
Parameters initialParameters(const Description& description, uint64_t seed);

// Returns the array of weights with this name, or null if there is none.
const Parameter* find(const Parameters& parameters, std::string_view name);
Parameter* find(Parameters& parameters, std::string_view name);

// Returns the weights of the network that `description` defines, each with the values of the array of the same name in
// `values`. Error: an array is missing, has the wrong shape, or does not belong to the network; the message names the
// array.
Result<Parameters> matchParameters(const Description& description, const Weights& values);

}  // namespace hlorank::model
