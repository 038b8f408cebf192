// Generates HLO programs like those of TpuGraphs: variants of well-known networks with a given number of instructions.
#pragma once

#include <cstdint>
#include <string>

#include "shared/base/result.h"
#include "shared/graph/program.h"

namespace hlorank::synth {

// Kinds of networks.
enum class Family { kAlexnet, kResnet, kInception, kUnet, kDlrm, kBert, kAlbert, kTalkingHeads };
const char* nameOf(Family family);  // "alexnet", ..., "talking_heads"

// What network to generate.
struct NetworkSpec {
  Family family = Family::kBert;
  size_t nodes = 0;         // number of HLO instructions; more if even the smallest network of the family has more
  size_t configurable = 0;  // maximum number of instructions with configurable layouts; 0: no maximum
  uint64_t seed = 1;        // random seed of sizes, element type, and whether it trains or infers
};

// Generates the program as HLO text. The same spec gives the same bytes.
std::string networkText(const NetworkSpec& spec);

// Generates the program `name` as the arrays of a TpuGraphs file. Its configurable instructions are the convolutions
// and dots, then the reshapes between tensors of at least two dimensions; if these are more than spec.configurable, an
// evenly spaced selection. Fails only if HloBuilder has a bug.
Result<graph::Program> makeNetwork(const NetworkSpec& spec, const std::string& name);

}  // namespace hlorank::synth
