// Layout configurations of a program. A slot is an operand or output whose layout can be chosen: the output, operand 0
// or operand 1 of a convolution, dot or reshape. A configuration assigns a layout to every slot.
//
// All configurations of a program together use few distinct layouts per slot. A table stores each of them once, and a
// configuration stores one byte per slot, an index into the slot's layouts. No dense [configurations, nodes, 18] array
// is built.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/graph/program.h"
#include "shared/npz/npz.h"

namespace hlorank::configs {

// Number of tensors per instruction whose layouts vary: output, operand 0 and operand 1.
inline constexpr int kTensors = 3;
inline constexpr int kLayoutDimensions = 6;
// 18, the size of the last axis of TpuGraphs' array node_config_feat.
inline constexpr int kLayoutColumns = kTensors * kLayoutDimensions;
// Layouts of one instruction's output, operand 0 and operand 1, each as six dimension numbers from minor to major.
using Setting = std::array<int8_t, kLayoutColumns>;

// Largest rank of a tensor whose layout can be stored. If the rank exceeds six, a Layout names only the six most minor
// dimensions.
inline constexpr int kMaxRank = 15;

// A layout: dimension numbers from minor to major, padded with -1. {1,0} is row-major for rank 2. All entries are -1
// (kAbsent) if the instruction has no such tensor, or if the compiler chooses the layout.
using Layout = std::array<int8_t, kLayoutDimensions>;
inline constexpr Layout kAbsent = {-1, -1, -1, -1, -1, -1};

// A slot, which is an output or operand whose layout can be chosen: output, operand 0 or operand 1 of a convolution,
// dot or reshape. A configuration chooses a layout for each slot.
struct Slot {
  uint32_t position;  // index in LayoutTable::nodes of the instruction that has the tensor
  uint8_t tensor;     // which tensor of the instruction: 0 output, 1 operand 0, 2 operand 1
};

// A range of tensors in LayoutTable::slots: indices `begin` to `end` − 1.
struct SlotRange {
  size_t begin = 0, end = 0;
};

// All layouts that a set of configurations uses. Each row is one slot (output or operand whose layout can be chosen)
// with one layout. Slot s has the rows rowBegin[s] to rowBegin[s + 1] − 1. In a canonical table (see `canonical`), the
// first row of each slot is the layout written in the program.
struct LayoutTable {
  std::vector<uint32_t> nodes;  // graph node numbers of the instructions whose layouts vary
  std::vector<Slot> slots;      // tensors with at least one layout, sorted by instruction, then by tensor
  // [slots + 1] index in `layouts` of the first layout of each slot; the last entry is the size of `layouts`.
  std::vector<uint32_t> rowBegin;
  std::vector<Layout> layouts;  // [rows] layouts of all slots, one slot after another
  size_t rows() const { return layouts.size(); }
};

// Returns whether the name is that of a JAX platform: cpu, gpu or tpu.
inline bool isPlatform(std::string_view name) {
  return name == "cpu" || name == "gpu" || name == "tpu";
}

// Layout configurations of one program, with run times if measured. A configuration assigns a layout to every slot
// (output or operand whose layout can be chosen).
struct Configurations {
  LayoutTable table;
  size_t count = 0;
  // [count, slots] The chosen layout of each slot in each configuration, as an index among the slot's layouts. The row
  // of the table is table.rowBegin[slot] + choice.
  std::vector<uint8_t> choices;
  // [slots] The configuration whose score is defined as 0. It has the layouts written in the program, as one index per
  // slot (output or operand whose layout can be chosen). In a canonical table, all indices are 0.
  std::vector<uint8_t> reference;
  bool generated = false;         // true if `candidates` made the configurations, false if they were read from a file
  std::vector<int64_t> runtimes;  // [count] run times in ns; empty if not measured
  double passSpread = 0;          // passSpread (pass_spread.h) of the measurement; 0 if unknown
  // JAX platform on which `hlorank collect` measured the run times: "cpu", "gpu" or "tpu". Empty for other files.
  std::string platform;
  // Index of the compiler default, the configuration whose layouts the compiler chose by itself. -1 if there is none.
  int64_t compilerDefault = -1;
  // [count] 1 if a configuration has known layouts and compiles to a program that no earlier configuration compiles to.
  // 0 for a duplicate of an earlier configuration, and for a compiler default whose layouts were not recorded. An empty
  // list means that all are 1.
  std::vector<uint8_t> usable;
  // [count] 1 if a configuration leaves all layouts to the compiler, or compiles to the same program as an earlier
  // configuration that leaves them. An empty list means that all are 0.
  std::vector<uint8_t> leftToCompiler;
  // [count] For each configuration, the index of the first one that compiles to the same program. Empty if not
  // recorded.
  std::vector<uint32_t> programs;
  // [count] For each configuration, its number in the report from which it was saved. An empty list means that each
  // number equals the index.
  std::vector<uint32_t> numbers;

  // Returns the number by which users refer to configuration c on the command line.
  uint32_t numberOf(size_t c) const { return numbers.empty() ? static_cast<uint32_t>(c) : numbers[c]; }
  // Returns the measured run time of configuration c in seconds. The configurations must have measured run times.
  double seconds(size_t c) const { return static_cast<double>(runtimes[c]) / 1e9; }
  // Whether the compiler chose the layouts of configuration c and they were not recorded. Such a configuration has no
  // score and no rank. Its run time only serves as a baseline.
  bool isCompilerDefault(size_t c) const {
    if (!leftToCompiler.empty() && leftToCompiler[c]) return true;
    return compilerDefault >= 0 && static_cast<size_t>(compilerDefault) == c && !usable.empty() && !usable[c];
  }
  // Returns the measured compiler default; nullopt if there is none.
  std::optional<size_t> measuredDefault() const {
    if (compilerDefault < 0 || runtimes.empty()) return std::nullopt;
    return static_cast<size_t>(compilerDefault);
  }
  // Counts the configurations whose layouts the compiler chose without recording them. O(count).
  size_t compilerDefaults() const;
  // Returns configuration c as the index of the chosen layout for each tensor whose layout can be chosen, [slots].
  std::span<const uint8_t> choice(size_t c) const {
    return {choices.data() + c * table.slots.size(), table.slots.size()};
  }
};

// Builds configurations from dense layouts, [count, nodes, 18], in the format of TpuGraphs' array node_config_feat.
// `nodes` are the graph node numbers of the instructions whose layouts vary. The layouts of a tensor are numbered in
// order of first appearance. Error: a tensor has more than 256 layouts.
Result<Configurations> fromColumns(std::vector<uint32_t> nodes, std::span<const int8_t> columns, size_t count);

// Returns the layouts of configuration c as a dense array, [instructions whose layouts vary, 18]. An absent layout is
// filled with -1.
std::vector<int8_t> toColumns(const Configurations& configurations, size_t c);

// Builds configurations from an npz array of layouts, [configurations, nodes, 18], without copying the array. Its
// elements are int8 to int64, float32 or float64. O(values). Errors: wrong shape or type, a value that is not a whole
// number from -1 to 14, a tensor with more than 256 layouts.
Result<Configurations> fromColumns(std::vector<uint32_t> nodes, const npz::Array& columns);

// Rewrites configurations to the canonical layout table, which depends only on the program and on the set of layouts in
// use. Scores then depend neither on the order nor on the number of configurations in a file.
//
// The slots (outputs and operands whose layout can be chosen) are those of `configurations` and those of
// findChangeableSlots, sorted by instruction, then by tensor. A slot that only findChangeableSlots returns has kAbsent
// (the compiler chooses) in every configuration. The first layout of a slot is the one written in the program, used or
// not. The others follow in lexicographic order. O(choices + rows log rows). Error: a slot has more than 255 layouts
// besides the written one.
Result<Configurations> canonical(const graph::Program& program, Configurations configurations);

// A tensor whose layout in a configuration differs from the layout written in the program.
struct Change {
  uint32_t slot;
  Layout from, to;  // layout written in the program (from) and in the configuration (to)
};
// Returns the tensors whose layout differs from the one written in the program, in the order of LayoutTable::slots.
// `choice` is a configuration: the index of the chosen layout for every tensor.
std::vector<Change> changes(const Configurations& configurations, std::span<const uint8_t> choice);
std::vector<Change> changes(const Configurations& configurations, size_t c);
std::string toString(const Layout& layout);   // returns "{0,1}"; "default" for kAbsent
std::string_view tensorName(uint8_t tensor);  // returns "output", "operand 0" or "operand 1"

inline constexpr uint32_t kNoNode = UINT32_MAX;  // result of valueOf if the operand does not exist

// Returns the node that computes a tensor of `node`. Tensor 0 is the output of `node`, so `node` itself is returned; 1
// and 2 are its operands 0 and 1. Returns kNoNode if there is no such operand. Programs read from npz arrays list the
// operands of a node in ascending order, without repeats; a missing operand then counts as a repetition of the last
// one.
uint32_t valueOf(const graph::Program& program, uint32_t node, uint8_t tensor);

// Returns the layout that the program writes for the result of `node`. Returns row-major if the program writes none or
// an invalid one.
Layout ownLayout(const graph::Program& program, uint32_t node);
// Returns the row-major layout {rank − 1, …, 1, 0} of a tensor of the given rank, cut to its six most minor dimensions.
Layout rowMajor(int rank);
// Completes a partial layout for the result of node `value`. The dimensions that the layout does not name become the
// most major ones, in the order of ownLayout(value). kAbsent becomes ownLayout(value).
Layout completed(const graph::Program& program, uint32_t value, const Layout& layout);

// Returns the tensors of the instructions `nodes` whose layout can be changed, sorted by instruction, then by tensor.
// Such a tensor has at most six dimensions, and at least two dimensions of a size other than 1.
std::vector<Slot> findChangeableSlots(const graph::Program& program, std::span<const uint32_t> nodes);

// Builds the table of all layouts to try for a program. Its slots are the tensors that findChangeableSlots returns. The
// first layout of a slot is the one written in the program; the others come from listOtherLayouts (orders.h). These are
// all orders of up to four dimensions of size other than 1. For more such dimensions, they are the swap of each pair
// and the reverse order.
LayoutTable tableOf(const graph::Program& program);

// Limits, in bytes, of the memory for generated configurations. kCandidateBytes applies if the user requests a number
// of configurations, otherwise kDefaultCandidateBytes.
inline constexpr size_t kCandidateBytes = size_t{128} << 20, kDefaultCandidateBytes = size_t{16} << 20;
inline constexpr size_t kDefaultCandidates = 2000;  // number of configurations to generate unless the user specifies it

// Returns how many configurations fit in `bytes` of memory if each takes one byte per slot plus an overhead. Returns at
// least 2.
constexpr size_t maxCandidates(size_t slots, size_t bytes = kCandidateBytes) {
  constexpr size_t kOverhead = 64;  // further bytes per configuration, for its hash, score and rank
  const size_t most = bytes / (slots + kOverhead);
  return most < 2 ? 2 : most;
}

// Generates distinct configurations for a program: the layouts written in the program, then every change of one
// tensor's layout (tableOf), then random combinations. Returns at most `count` and at most maxCandidates(slots, bytes)
// configurations, fewer if no more exist. The same seed gives bit-identical results.
Configurations candidates(const graph::Program& program, size_t count, uint64_t seed, size_t bytes = kCandidateBytes);

}  // namespace hlorank::configs
