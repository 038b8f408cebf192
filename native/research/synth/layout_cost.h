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
// layouts written in the program. Convolution: 8, as each of three tensors may swap its two most minor dimensions. Dot:
// the same, and one that leaves all layouts to the compiler. Reshape: up to 6 layouts of the output, each with the
// operand layout that makes the reshape a bitcast.
struct LayoutSpace {
  std::vector<uint32_t> nodes;                 // the configurable nodes
  std::vector<std::vector<Setting>> settings;  // for each node, its possible layout combinations
};
// Lists the possible settings (combinations of output and operand layouts) of each configurable node (convolution, dot,
// reshape) of a program.
LayoutSpace makeLayoutSpace(const graph::Program& program);

// Two tensors of configurable nodes with the same data. A configuration that gives them different layouts requires a
// copy.
struct CopyTerm {
  uint32_t a, b;             // indices of the two nodes among the configurable ones; data flows from a to b
  uint8_t tensorA, tensorB;  // which tensor of a and of b: 0 output, 1 operand 0, 2 operand 1
  double nanoseconds;        // time of the copy
};

// Ground-truth cost functions of layouts. The models of `hlorank train` were tuned on kTraffic and are tested on all
// others.
// Slot: output, operand 0 or operand 1 of a configurable node (convolution, dot, reshape).
enum class Law : uint8_t {
  // Sum over slots and copies, in ns. Slot: weight(opcode, tensor) * bytes / 900 * (min(8, padding) + 64 / size of the
  // most minor dimension + (penalty(opcode, tensor) if that is not the last dimension)). Here padding is the relative
  // size when padded to 128 lanes by 32 bytes. Copy: bytes / 900 for each CopyTerm whose two slots have different
  // layouts.
  kTraffic,
  // As kTraffic, with two exceptions. A node costs only as much as the most expensive of its tensors. Half of that cost
  // is subtracted from every copy to one of the node's operands.
  kOverlap,
  // Sum over slots of 0 to 20 us. The cost of a slot is a hash of opcode, tensor, and the most minor dimension's
  // log2(size) and distance from the last dimension. Bytes, padding and copies cost nothing.
  kShapes,
  // As kTraffic, with one exception: the slots of a node cost 0 unless the last dimension is most minor in the output
  // layout of the previous configurable node.
  kGated,
  // 1 ms times a factor per slot. The factor is between 1.001 and about 4, or the inverse of such a number, by a hash
  // of opcode, tensor, most minor dimension and all sizes. Exception: the factor is 1 if the last dimension is most
  // minor. Copies cost nothing.
  kHeavyTails,
};
inline constexpr Law kLaws[] = {Law::kTraffic, Law::kOverlap, Law::kShapes, Law::kGated, Law::kHeavyTails};
const char* nameOf(Law law);  // "traffic", "overlap", "shapes", "gated" or "heavy"

// Computes the cost of any layout configuration of one program by one ground-truth cost function (Law).
class LayoutCosts {
 public:
  // Precomputes the cost of every setting in `space`, the result of makeLayoutSpace(program). A setting is a
  // combination of the layouts of a node's output and operands.
  LayoutCosts(const graph::Program& program, const LayoutSpace& space, Law law = Law::kTraffic);

  // Returns the cost of a configuration in ns, without base time and noise. `choice`: for each configurable node the
  // index of its setting (combination of layouts). O(configurable nodes + copies).
  double of(std::span<const uint8_t> choice) const;
  // Returns the part of of(choice) that is not due to copies (CopyTerm), in ns. O(configurable nodes).
  double withoutCopies(std::span<const uint8_t> choice) const;
  // Returns the cost in ns of the configurable node with index `position` when its layouts are the setting with index
  // `setting`. For kHeavyTails, returns the logarithm of the node's cost factor instead.
  double term(size_t position, size_t setting) const { return terms_[begin_[position] + setting]; }
  const std::vector<CopyTerm>& copies() const { return copies_; }  // empty for kShapes and kHeavyTails

 private:
  double copiesOf(std::span<const uint8_t> choice) const;  // time in ns of the copies that a configuration needs

  Law law_;
  // For each configurable node, index of its setting 0 (the layouts written in the program) in terms_, opens_ and
  // minor_.
  std::vector<size_t> begin_;
  std::vector<double> terms_;  // term() of every setting (layout combination) of every node
  // Only for kGated: 1 for each setting (layout combination of a node) with which the cost of the next configurable
  // node counts, else 0.
  std::vector<uint8_t> opens_;
  // Per setting (layouts of a node): the two most minor dimensions of each tensor, packed in one byte per tensor.
  std::vector<std::array<uint8_t, configs::kTensors>> minor_;
  std::vector<CopyTerm> copies_;
};

// Computes the base time in ns that is added to the cost of every configuration of a program. The sum is such that the
// slowest of 256 random configurations takes 1.1 to 3 times (depending on `seed`) as long as the fastest. 0 for
// kHeavyTails.
double computeBase(const LayoutSpace& space, const LayoutCosts& costs, Law law, uint64_t seed);

}  // namespace hlorank::synth
