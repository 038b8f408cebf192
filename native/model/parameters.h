// The weights of a network as named arrays, independent of LibTorch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "native/model/description.h"
#include "shared/base/result.h"

namespace hlorank::model {

// Initial values of an array.
enum class Start {
  kZero,
  kOne,
  kFanIn,  // uniform in ±1/√(columns), for the weight [out, in] of a linear layer
  kSmall,  // normal, deviation .1, for embeddings
};

// How training updates an array.
enum class Training {
  kDecayed,  // trained with weight decay
  kFree,     // trained without weight decay: biases, gains, free terms
  kFixed,    // not trained: standardisation of inputs
};

struct Parameter {
  std::string name;
  std::vector<int64_t> shape;
  Start start = Start::kZero;
  Training training = Training::kDecayed;
  std::vector<float> values;
};

using Parameters = std::vector<Parameter>;

// All arrays of the network with their initial values, in the order of their use. The same seed gives the same bits on
// every machine. Ensemble member m uses seed + m.
Parameters initialParameters(const Description& description, uint64_t seed);

// Returns null if no array has that name.
const Parameter* find(const Parameters& parameters, std::string_view name);
Parameter* find(Parameters& parameters, std::string_view name);

// Copies `values` by name into the arrays of the network of `description`. Error: names an array that is missing, has
// another shape, or does not belong to the network.
Result<Parameters> matchParameters(const Description& description, const Parameters& values);

}  // namespace hlorank::model
