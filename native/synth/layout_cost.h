// What layouts cost in the world of `hlorank synth`: a known truth that models are to find. docs/synth.md has it in
// words and formulas.
//
// A run takes  base + terms of the configurable nodes + copies  nanoseconds, times the noise of the measurement.
//   term of a node: for each of its slots  weight(operation, tensor) * bytes / 900 *
//                   (min(8, padding) + 64 / size of the minor dimension + penalty(operation, tensor) where the minor
//                    dimension is not the last one)
//   copy:           bytes / 900 where the two slots of a pair lay a value out differently
// It is a function of what the arrays of a file tell: operations, sizes, element types, settings and edges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"

namespace hlorank::synth {

using Setting = std::array<int8_t, configs::kLayoutColumns>;  // a node's row of node_config_feat

// The settings that the nodes of a program have, as in the collections: of a convolution and a dot the two most minor
// dimensions of its three tensors (8, and of a dot one that leaves all to the compiler), of a reshape full orders, the
// operand's the one that makes it free. The first of each node is the default.
struct LayoutSpace {
  std::vector<uint32_t> nodes;                 // [positions]
  std::vector<std::vector<Setting>> settings;  // [positions][settings]
};
LayoutSpace spaceOf(const graph::Program& program);

// Slots of two nodes whose layouts a copy must reconcile.
struct CopyTerm {
  uint32_t a, b;  // positions
  uint8_t tensorA, tensorB;
  double nanoseconds;
};

class LayoutCosts {
 public:
  // Of any settings of the program's nodes; `space.nodes` are its configurable nodes.
  LayoutCosts(const graph::Program& program, const LayoutSpace& space);

  // Nanoseconds without base and noise of a choice [positions] of settings. O(positions + copies).
  double of(std::span<const uint8_t> choice) const { return termsOf(choice) + copiesOf(choice); }
  double termsOf(std::span<const uint8_t> choice) const;
  double copiesOf(std::span<const uint8_t> choice) const;
  double term(size_t position, size_t setting) const { return terms_[begin_[position] + setting]; }
  const std::vector<CopyTerm>& copies() const { return copies_; }

 private:
  std::vector<size_t> begin_;  // [positions] of the node's settings in the lists below
  std::vector<double> terms_;
  std::vector<std::array<uint8_t, configs::kTensors>> minor_;  // the two most minor dimensions of each tensor
  std::vector<CopyTerm> copies_;
};

// A base that makes the slowest of many random choices 1.1 to 3 times as slow as the fastest.
double baseOf(const LayoutSpace& space, const LayoutCosts& costs, uint64_t seed);

}  // namespace hlorank::synth
