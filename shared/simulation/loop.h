// What the simulation says about the loops of a configuration, for the model of their prices.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hlorank::simulation {

inline constexpr size_t kAccessFeatures = 48;
// Names of Loop::inputs. "log" means log2(1 + x), scaled so that common values are within 0 to 1; names without it, and
// without a unit, are 0 or 1.
extern const std::array<std::string_view, kAccessFeatures> kAccessFeatureNames;

enum class LoopKind : uint8_t {
  kCopy,    // stores a value in another layout
  kFused,   // computes a value with everything fused into it
  kReduce,  // as kFused, and reduces dimensions
};

// One access of a loop nest that the compiled program runs: a read of one operand, or the write of the result. A copy
// has only its read, which stands for both.
struct Loop {
  static constexpr uint32_t kNoNode = UINT32_MAX;

  uint32_t instruction;  // node of graph::Program that the nest computes; for a copy, the value copied
  uint32_t consumer;     // first node that wants the result; kNoNode: the computation returns it, or none does
  uint32_t operand;      // node whose value is read; kNoNode: the access is the write
  LoopKind kind;
  bool feedsConstraint;  // the result is written in the layout of a constraint
  double elements;       // accesses per execution
  double trips;          // executions per run of the program; of loop-invariant values, those of the loop around
  std::array<float, kAccessFeatures> inputs;
};

}  // namespace hlorank::simulation
