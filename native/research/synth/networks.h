// Generates HLO programs like those of TpuGraphs: variants of well-known neural networks with a given number of
// instructions.
#pragma once

#include <cstdint>
#include <string>

#include "shared/base/result.h"
#include "shared/graph/program.h"

namespace hlorank::synth {

// Families of neural networks that can be generated.
enum class Family { kAlexnet, kResnet, kInception, kUnet, kDlrm, kBert, kAlbert, kTalkingHeads };
const char* nameOf(Family family);  // "alexnet", ..., "talking_heads"

// Describes the neural network to generate.
struct NetworkSpec {
  Family family = Family::kBert;
  size_t nodes = 0;         // number of HLO instructions; more if the smallest network of the family has more
  size_t configurable = 0;  // most instructions with configurable layouts; 0: no limit
  // Random seed of the sizes, of the element type, and of whether the network trains or infers.
  uint64_t seed = 1;
};

// Generates the network as HLO text. The same spec gives the same bytes.
std::string networkText(const NetworkSpec& spec);

// Generates the network as the arrays of a TpuGraphs file, under the name `name`. At most spec.configurable of its
// instructions are configurable: convolutions and dots first, then reshapes between tensors of at least two dimensions.
// If one of these two groups has too many instructions, evenly spaced ones are selected. Fails only if HloBuilder has a
// bug.
Result<graph::Program> makeNetwork(const NetworkSpec& spec, const std::string& name);

}  // namespace hlorank::synth
