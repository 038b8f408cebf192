// The result of the simulation: the memory accesses of the loops that the compiled program would run, with their inputs
// for the price model (shared/model/loop_prices.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hlorank::simulation {

inline constexpr size_t kAccessFeatures = 48;
// Names of Loop::inputs. "log" means log2(1 + x), scaled so that common values are within 0 to 1. Inputs whose name is
// a statement, such as "array > 1 MiB", are 0 or 1.
extern const std::array<std::string_view, kAccessFeatures> kAccessFeatureNames;

enum class LoopKind : uint8_t {
  kCopy,    // stores a value in another layout
  kFused,   // computes a value with everything fused into it
  kReduce,  // as kFused, and reduces dimensions
};

// One memory access of a loop nest that the compiled program runs: the read of one operand, or the write of the result.
// A copy is one access, which stands for its read and its write.
struct Loop {
  static constexpr uint32_t kNoNode = UINT32_MAX;

  uint32_t instruction;  // node of graph::Program that the nest computes; for a copy, the value copied
  uint32_t consumer;     // first node that reads the result; kNoNode: none, or the computation returns it
  uint32_t operand;      // node whose value is read; kNoNode: the access is the write
  LoopKind kind;
  bool feedsConstraint;  // the result is written in the layout that a layout constraint requires
  double elements;       // elements accessed per execution
  double trips;          // executions per run of the program; of the enclosing `while` if the value is loop-invariant
  std::array<float, kAccessFeatures> inputs;
};

}  // namespace hlorank::simulation
