// Computes the ground-truth cost of layouts in the synthetic collections (data of `hlorank synth`). docs/synth.md has
// the formulas.
//
// Measured time = (base + cost) ns · measurement noise. Every cost function (Law) uses only data that the arrays of the
// npz file contain: opcodes, sizes, element types, settings and edges.
//
// Position: index of a node among the configurable instructions. Setting: one combination of its layouts (output,
// operand 0 and 1; six dimensions each, minor to major, -1 padded). Slot: one of these tensors. Choice (a
// configuration): one setting index per position.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"

namespace hlorank::synth {

using configs::Setting;

// The possible settings (combinations of output and operand layouts) of each configurable node; setting 0 has the
// program layouts. Convolution: 8, as each of three tensors may swap its two most minor dimensions. Dot: these and one
// that leaves all layouts to the compiler. Reshape: up to 6 layouts of the output, each with the operand layout that
// makes it a bitcast.
struct LayoutSpace {
  std::vector<uint32_t> nodes;                 // [positions] the configurable nodes
  std::vector<std::vector<Setting>> settings;  // [positions][settings of the node]
};
// Lists the possible settings of each configurable node (convolution, dot, reshape) of a program.
LayoutSpace makeLayoutSpace(const graph::Program& program);

// Two slots (tensors of configurable nodes) with the same data, so that a configuration which gives them different
// layouts requires a copy.
struct CopyTerm {
  uint32_t a, b;             // positions of the nodes; the data flows from a to b
  uint8_t tensorA, tensorB;  // which tensor of a and of b: 0 output, 1 operand 0, 2 operand 1
  double nanoseconds;        // time of the copy
};

// Ground-truth cost functions of layouts. The models of `hlorank train` were tuned on kTraffic and are tested on the
// others.
// Slot: output, operand 0 or operand 1 of a configurable node.
enum class Law : uint8_t {
  // Sum over slots and copies, in ns. Slot: weight(opcode, tensor) * bytes / 900 * (min(8, padding) + 64 / size of the
  // most minor dimension + (penalty(opcode, tensor) if that is not the last dimension)); padding: relative size when
  // padded to 128 lanes by 32 bytes. Copy: bytes / 900 for each CopyTerm whose two slots have different layouts.
  kTraffic,
  // As kTraffic, but the cost of a node is that of its most expensive slot alone, and half of it is subtracted from
  // every copy to one of its operands.
  kOverlap,
  // Sum over slots of 0 to 20 us: a hash of opcode, tensor, and the most minor dimension's log2(size) and distance from
  // the last dimension. No bytes, padding or copies.
  kShapes,
  // As kTraffic, but the slots of a node cost 0 unless the layout of the previous configurable node's output has the
  // last dimension most minor.
  kGated,
  // 1 ms times a factor per slot: between 1.001 and about 4 or the inverse of that, by a hash of opcode, tensor, most
  // minor dimension and all sizes; 1 if the last dimension is most minor. No copies.
  kHeavyTails,
};
inline constexpr Law kLaws[] = {Law::kTraffic, Law::kOverlap, Law::kShapes, Law::kGated, Law::kHeavyTails};
const char* nameOf(Law law);  // "traffic", "overlap", "shapes", "gated" or "heavy"

// Computes the cost of any configuration of one program by one cost function (Law).
class LayoutCosts {
 public:
  // Precomputes the cost of every setting in `space`, which makeLayoutSpace(program) made.
  LayoutCosts(const graph::Program& program, const LayoutSpace& space, Law law = Law::kTraffic);

  // Computes the cost in ns of a configuration, without base time and noise. `choice` [positions]: setting index of
  // each configurable node. O(positions + copies).
  double of(std::span<const uint8_t> choice) const;
  // Computes the part of of(choice) that is not due to copies (CopyTerm), in ns. O(positions).
  double withoutCopies(std::span<const uint8_t> choice) const;
  // Returns the cost in ns of the node at `position` with the setting of index `setting`; for kHeavyTails the logarithm
  // of its factor.
  double term(size_t position, size_t setting) const { return terms_[begin_[position] + setting]; }
  const std::vector<CopyTerm>& copies() const { return copies_; }  // empty for kShapes and kHeavyTails

 private:
  double copiesOf(std::span<const uint8_t> choice) const;  // ns of the copies that a configuration needs

  Law law_;
  std::vector<size_t> begin_;   // [positions] index in terms_, opens_ and minor_ of the node's setting 0
  std::vector<double> terms_;   // term() of every setting of every node
  std::vector<uint8_t> opens_;  // per setting, kGated: 1: the term of the next configurable node counts
  // Per setting: the two most minor dimensions of each tensor, packed in one byte per tensor.
  std::vector<std::array<uint8_t, configs::kTensors>> minor_;
  std::vector<CopyTerm> copies_;
};

// Computes the base time in ns that is added to the cost of every configuration of a program, such that the slowest of
// 256 random configurations takes 1.1 to 3 times (depending on `seed`) as long as the fastest. 0 for kHeavyTails.
double computeBase(const LayoutSpace& space, const LayoutCosts& costs, Law law, uint64_t seed);

}  // namespace hlorank::synth
