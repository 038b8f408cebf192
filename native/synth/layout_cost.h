// Ground-truth cost of layouts in the synthetic collections. docs/synth.md has the formulas.
//
// Measured time = (base + cost) ns · measurement noise. For every law the cost is a function of the arrays of the npz
// file alone: opcodes, sizes, element types, settings and edges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"

namespace hlorank::synth {

using Setting = std::array<int8_t, configs::kLayoutColumns>;  // one node's row of node_config_feat

// The possible settings of each configurable node, as in TpuGraphs. Setting 0 of each node is its default setting.
// Convolution: the order of the two most minor dimensions of its three tensors, 8 settings. Dot: the same, and 1 that
// leaves all layouts to the compiler. Reshape: up to 6 full orders of the result; the operand order makes it a bitcast.
struct LayoutSpace {
  std::vector<uint32_t> nodes;                 // [positions]
  std::vector<std::vector<Setting>> settings;  // [positions][settings]
};
LayoutSpace makeLayoutSpace(const graph::Program& program);

// Two slots that need a copy if their layouts differ.
struct CopyTerm {
  uint32_t a, b;  // positions
  uint8_t tensorA, tensorB;
  double nanoseconds;
};

// Cost laws: how slots, nodes and copies make up a program's cost. The model forms were tuned on kTraffic and are
// evaluated on the others.
enum class Law : uint8_t {
  kTraffic,  // sum over slots and copies. Slot: weight(opcode, tensor) * bytes / 900 * (min(8, padding) + 64 / size of
             // the most minor dimension + (penalty(opcode, tensor) if that is not the last dimension)). Copy: bytes /
             // 900 if the two slots of a CopyTerm differ
  kOverlap,  // a node costs its most expensive slot; half of that is subtracted from each copy of its operands
  kShapes,   // a slot's cost is a hash of opcode, tensor, and position and log2(size) of its most minor dimension: no
             // bytes, padding or copies
  kGated,    // as kTraffic, but a node counts only if the previous configurable node has its last dimension most minor
  kHeavyTails,  // slots multiply the cost by 1.001 to about 4 (or divide it), by a hash of opcode and all sizes
};
inline constexpr Law kLaws[] = {Law::kTraffic, Law::kOverlap, Law::kShapes, Law::kGated, Law::kHeavyTails};
const char* nameOf(Law law);  // "traffic"

class LayoutCosts {
 public:
  // Precomputes the costs of all settings in `space`, the LayoutSpace of `program`.
  LayoutCosts(const graph::Program& program, const LayoutSpace& space, Law law = Law::kTraffic);

  // Cost in ns, without base and noise. `choice`: [positions] setting indices. O(positions + copies).
  double of(std::span<const uint8_t> choice) const;
  // The same without copies (kShapes and kHeavyTails have none). O(positions).
  double withoutCopies(std::span<const uint8_t> choice) const;
  // Cost in ns of one node with one setting; for kHeavyTails the logarithm of a factor.
  double term(size_t position, size_t setting) const { return terms_[begin_[position] + setting]; }
  const std::vector<CopyTerm>& copies() const { return copies_; }

 private:
  double copiesOf(std::span<const uint8_t> choice) const;

  Law law_;
  std::vector<size_t> begin_;   // [positions] first setting of the node in the lists below
  std::vector<double> terms_;   // ns; for kHeavyTails the logarithm of a factor
  std::vector<uint8_t> opens_;  // kGated: whether the next position's term counts
  std::vector<std::array<uint8_t, configs::kTensors>> minor_;  // two most minor dimensions of each tensor, packed
  std::vector<CopyTerm> copies_;
};

// A base cost in ns with which the slowest of 256 random choices takes 1.1 to 3 times as long as the fastest (by seed).
// 0 for kHeavyTails.
double computeBase(const LayoutSpace& space, const LayoutCosts& costs, Law law, uint64_t seed);

}  // namespace hlorank::synth
