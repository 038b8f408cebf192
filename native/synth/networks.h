// Generates programs like those of TpuGraphs: networks of known families with a given number of instructions.
#pragma once

#include <cstdint>
#include <string>

#include "shared/base/result.h"
#include "shared/graph/program.h"

namespace hlorank::synth {

enum class Family { kAlexnet, kResnet, kInception, kUnet, kDlrm, kBert, kAlbert, kTalkingHeads };
const char* nameOf(Family family);  // "alexnet"

struct NetworkSpec {
  Family family = Family::kBert;
  size_t nodes = 0;         // exact number of instructions, unless the smallest network of the family has more
  size_t configurable = 0;  // maximum number of configurable nodes; 0: no maximum
  uint64_t seed = 1;        // selects sizes, element type, training or inference
};

// The program as HLO text. The same spec gives the same bytes.
std::string networkText(const NetworkSpec& spec);

// The program as the arrays of a TpuGraphs file. Configurable nodes: convolutions and dots, then reshapes between
// tensors of at least two dimensions; evenly spaced ones if there are more than the maximum. An error is a bug of
// HloBuilder.
Result<graph::Program> makeNetwork(const NetworkSpec& spec, const std::string& name);

}  // namespace hlorank::synth
