// What layouts cost in the world of `hlorank synth`: a known truth that models are to find. docs/synth.md has it in
// words and formulas.
//
// A run takes  base + cost  nanoseconds, times the noise of the measurement. Whatever the law, the cost is a function
// of what the arrays of a file tell: operations, sizes, element types, settings and edges.
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

// How a program's cost is made of its nodes and copies. A model that was tuned on one is judged on the others.
enum class Law : uint8_t {
  kTraffic,  // term of a node: for each of its slots  weight(operation, tensor) * bytes / 900 * (min(8, padding) +
             // 64 / size of the minor dimension + penalty(operation, tensor) where that is not the last dimension);
             // a copy: bytes / 900 where the two slots of a pair lay a value out differently. All added up
  kOverlap,  // a node takes as long as its slowest slot, and hides a copy of its operand for half of that
  kShapes,   // of every slot a number that follows from operation, tensor and the minor dimension's place and size by
             // a hash: no bytes, no padding, no copies
  kGated,    // as kTraffic, but a node's term shows only where the configurable node before it has its last
             // dimension most minor
  kHeavyTails,  // effects multiply: of every slot a share from a thousandth to three times, by a hash of the operation
                // and all sizes
};
inline constexpr Law kLaws[] = {Law::kTraffic, Law::kOverlap, Law::kShapes, Law::kGated, Law::kHeavyTails};
const char* nameOf(Law law);  // "traffic"

class LayoutCosts {
 public:
  // Of any settings of the program's nodes; `space.nodes` are its configurable nodes.
  LayoutCosts(const graph::Program& program, const LayoutSpace& space, Law law = Law::kTraffic);

  // Nanoseconds without base and noise of a choice [positions] of settings. O(positions + copies).
  double of(std::span<const uint8_t> choice) const;
  double withoutCopies(std::span<const uint8_t> choice) const;
  double term(size_t position, size_t setting) const { return terms_[begin_[position] + setting]; }
  const std::vector<CopyTerm>& copies() const { return copies_; }

 private:
  double copiesOf(std::span<const uint8_t> choice) const;

  Law law_;
  std::vector<size_t> begin_;                                  // [positions] of the node's settings in the lists below
  std::vector<double> terms_;                                  // ns; of kHeavyTails the logarithm of a factor
  std::vector<uint8_t> opens_;                                 // kGated: whether the term of the next position shows
  std::vector<std::array<uint8_t, configs::kTensors>> minor_;  // the two most minor dimensions of each tensor
  std::vector<CopyTerm> copies_;
};

// A base that makes the slowest of many random choices 1.1 to 3 times as slow as the fastest; none for kHeavyTails.
double baseOf(const LayoutSpace& space, const LayoutCosts& costs, Law law, uint64_t seed);

}  // namespace hlorank::synth
