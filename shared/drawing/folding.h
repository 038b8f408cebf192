// Which instructions of a program are plumbing, and what a reader sees when they are taken out.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

struct Folding {
  std::vector<uint8_t> folded;              // [instructions]
  std::vector<uint32_t> sourceBegin;        // [instructions + 1]
  std::vector<hlo::InstructionId> sources;  // producers that an instruction reads once plumbing is taken out, none of
                                            // them folded; control predecessors included; empty for folded ones

  // Sources of an instruction.
  std::span<const hlo::InstructionId> of(hlo::InstructionId i) const {
    return {sources.data() + sourceBegin[i], sourceBegin[i + 1] - sourceBegin[i]};
  }
};

// Folded are parameters, constants and what depends on nothing but constants by way of broadcast, bitcast or convert;
// get-tuple-element; bitcast; tuples with at most one user. In a computation that has nothing else, the root stays.
// Linear in instructions + operands.
Folding foldingOf(const hlo::Module& module);

}  // namespace hlorank::drawing
