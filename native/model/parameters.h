// The weights of a network as plain named arrays: what is trained, checkpointed, exported and read back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "native/model/description.h"
#include "shared/base/result.h"

namespace hlorank::model {

// How an array starts before training.
enum class Start {
  kZero,
  kOne,
  kFanIn,  // uniform in ±1/√(columns), for the weight [out, in] of a linear layer
  kSmall,  // normal, deviation .1, for embeddings
};

// What training does to an array.
enum class Training {
  kDecayed,  // trained, with weight decay
  kFree,     // trained without weight decay: what carries rare large effects, gains and biases
  kFixed,    // not trained: normalisation
};

struct Parameter {
  std::string name;
  std::vector<int64_t> shape;
  Start start = Start::kZero;
  Training training = Training::kDecayed;
  std::vector<float> values;
};

using Parameters = std::vector<Parameter>;

// Every array that the network of `description` has, in the order the network asks for them, with its start values. The
// same seed gives the same bits on every machine; member m of several starts from seed + m.
Parameters initialParameters(const Description& description, uint64_t seed);

// Null when there is none of that name.
const Parameter* find(const Parameters& parameters, std::string_view name);
Parameter* find(Parameters& parameters, std::string_view name);

// Values by name into the arrays of `description`. Error names an array that is missing, of another shape, or left
// over.
Result<Parameters> matchParameters(const Description& description, const Parameters& values);

}  // namespace hlorank::model
