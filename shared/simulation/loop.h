// Describes the result of the compiler simulation: the memory accesses of the loops that the compiled program would
// run. A network (shared/model/loop_prices.h) predicts the cost of each access from its features.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hlorank::simulation {

inline constexpr size_t kAccessFeatures = 52;
// Names of the features of a memory access. "log" in a name means log2(1 + x), scaled so that common
// values are within 0 to 1. Features whose name is a statement, such as "array > L2 cache", are 0 or 1.
extern const std::array<std::string_view, kAccessFeatures> kAccessFeatureNames;

enum class LoopKind : uint8_t {
  kCopy,    // stores a value in another layout
  kFused,   // computes a value and all operations fused into it
  kReduce,  // computes a reduction and all operations fused into it
};

// One memory access of a loop nest that the compiled program runs: the read of one operand, or the write of the result.
// A copy counts as one access, although it reads and writes.
struct Loop {
  static constexpr uint32_t kNoNode = UINT32_MAX;

  uint32_t instruction;  // node of graph::Program that the loop nest computes; for a copy, the node that is copied
  uint32_t consumer;     // first node that reads the result from memory; kNoNode if none does
  uint32_t operand;      // node whose value is read; kNoNode if this access writes the result
  LoopKind kind;
  bool feedsConstraint;  // whether the result is written in the layout that a layout constraint requires
  double elements;       // number of elements accessed per execution of the loop nest
  // Number of executions of the nest per run of the program; a loop-invariant nest runs outside the `while`.
  double trips;
  uint32_t access;  // index of the access's features in Simulator::accesses()
  uint32_t nest;    // index of the loop nest in the result of Simulator::nests
};

}  // namespace hlorank::simulation
