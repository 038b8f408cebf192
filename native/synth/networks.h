// Programs like those of the collections: networks of known families, grown to a wanted number of instructions.
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
  size_t nodes = 0;         // of the program: reached exactly, unless the smallest of its family has more
  size_t configurable = 0;  // at most; 0: as many as there are
  uint64_t seed = 1;        // sizes, element type, training or inference
};

// The program as HLO text. The same spec gives the same bytes.
std::string networkText(const NetworkSpec& spec);

// Its arrays, as a file of TpuGraphs tells them: no extras. Configurable are convolutions and dots, then reshapes of
// tensors of two dimensions and more; of too many a choice that is spread evenly. An error is a bug of the builder.
Result<graph::Program> makeNetwork(const NetworkSpec& spec, const std::string& name);

}  // namespace hlorank::synth
