// Layout configurations of a program. A slot is an operand or output whose layout can be chosen: the output, operand 0
// or operand 1 of a convolution, dot or reshape. A configuration assigns a layout to every slot.
//
// All configurations of a program together use few distinct layouts per slot. A table stores each of them once, and a
// configuration stores one byte per slot, an index into the slot's layouts. No dense [configurations, nodes, 18] array
// is built.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/graph/program.h"
#include "shared/npz/npz.h"

namespace hlorank::configs {

inline constexpr int kTensors = 3;  // tensors of an instruction whose layouts vary: output, operand 0, operand 1
inline constexpr int kLayoutDimensions = 6;
inline constexpr int kLayoutColumns = kTensors * kLayoutDimensions;  // 18, last axis of TpuGraphs' node_config_feat
// Layouts of one instruction: output, operand 0 and operand 1, each as six dimension numbers from minor to major.
using Setting = std::array<int8_t, kLayoutColumns>;

// Largest rank of a tensor whose layout can be stored. A Layout names only the six most minor dimensions.
inline constexpr int kMaxRank = 15;

// A layout: dimension numbers from minor to major, padded with -1; {1,0} is row-major for rank 2. All -1 (kAbsent) if
// the instruction has no such tensor, or if the compiler chooses the layout.
using Layout = std::array<int8_t, kLayoutDimensions>;
inline constexpr Layout kAbsent = {-1, -1, -1, -1, -1, -1};

// A slot, which is a tensor whose layout can be chosen: output, operand 0 or operand 1 of a convolution, dot or
// reshape. A configuration chooses a layout for each slot.
struct Slot {
  uint32_t position;  // index of the instruction in LayoutTable::nodes
  uint8_t tensor;     // 0 output, 1 operand 0, 2 operand 1
};

// A range of slots (tensors whose layout can be chosen) of a LayoutTable: indices `begin` to `end` − 1.
struct SlotRange {
  size_t begin = 0, end = 0;
};

// All layouts that a set of configurations uses. Each row is one slot (tensor whose layout can be chosen) with one
// layout; slot s has rows rowBegin[s] to rowBegin[s + 1] − 1. In a canonical table (see `canonical`), the first row of
// each slot is the layout written in the program.
struct LayoutTable {
  std::vector<uint32_t> nodes;     // graph node numbers of the instructions whose layouts vary
  std::vector<Slot> slots;         // tensors with at least one layout, sorted by instruction, then tensor
  std::vector<uint32_t> rowBegin;  // [slots + 1] index in `layouts` of the first layout of each slot, and the end
  std::vector<Layout> layouts;     // [rows] layouts of all slots, one slot after another
  size_t rows() const { return layouts.size(); }
};

// Layout configurations of one program, with run times if measured. A configuration assigns a layout to every slot,
// which is a tensor whose layout can be chosen.
struct Configurations {
  LayoutTable table;
  size_t count = 0;
  // [count, slots] Index of the chosen layout within its slot: the table row is table.rowBegin[slot] + choice.
  std::vector<uint8_t> choices;
  // [slots] The configuration whose score is defined as 0: the layouts written in the program, as one index per slot
  // (tensor whose layout can be chosen). All 0 in a canonical table.
  std::vector<uint8_t> reference;
  bool generated = false;         // true: made by `candidates`; false: read from a file
  std::vector<int64_t> runtimes;  // [count] run times in ns; empty: not measured
  // Index of the compiler default, the configuration whose layouts the compiler chose by itself; -1 if there is none.
  int64_t automatic = -1;
  // [count] Whether a configuration has known layouts and compiles to a program that no earlier configuration compiles
  // to. 0 marks a duplicate of an earlier configuration, or a compiler default with unrecorded layouts. Empty: all are
  // 1.
  std::vector<uint8_t> usable;
  // [count] 1 if a configuration leaves all layouts to the compiler, or compiles to the same program as an earlier one
  // that does. Empty: all are 0.
  std::vector<uint8_t> leftToCompiler;
  // [count] Index of the first configuration that compiles to the same program; empty: not recorded.
  std::vector<uint32_t> programs;
  // [count] Number that each configuration had in the report from which it was saved; empty: its index.
  std::vector<uint32_t> numbers;

  // Returns the number by which users refer to configuration c on the command line.
  uint32_t numberOf(size_t c) const { return numbers.empty() ? static_cast<uint32_t>(c) : numbers[c]; }
  // Returns the measured run time of configuration c in seconds. `runtimes` must not be empty.
  double seconds(size_t c) const { return static_cast<double>(runtimes[c]) / 1e9; }
  // Whether the compiler chose the layouts of configuration c and they were not recorded. Such a configuration has no
  // score and no rank; its run time is a baseline.
  bool isCompilerDefault(size_t c) const {
    if (!leftToCompiler.empty() && leftToCompiler[c]) return true;
    return automatic >= 0 && static_cast<size_t>(automatic) == c && !usable.empty() && !usable[c];
  }
  // Counts the configurations whose layouts the compiler chose and nobody recorded. O(count).
  size_t compilerDefaults() const;
  // Returns configuration c as [slots]: the index of the chosen layout for each tensor whose layout can be chosen.
  std::span<const uint8_t> choice(size_t c) const {
    return {choices.data() + c * table.slots.size(), table.slots.size()};
  }
};

// Builds configurations from dense layouts `columns`, [count, nodes, 18], as in TpuGraphs' node_config_feat. `nodes`
// are the graph node numbers of the instructions whose layouts vary. The layouts of a tensor are numbered in order of
// first appearance. Error: a tensor has more than 256 layouts.
Result<Configurations> fromColumns(std::vector<uint32_t> nodes, std::span<const int8_t> columns, size_t count);

// Returns the layouts of configuration c as a dense array, [instructions whose layouts vary, 18], with -1 for an absent
// layout.
std::vector<int8_t> toColumns(const Configurations& configurations, size_t c);

// Builds configurations from an npz array of layouts, [configurations, nodes, 18], of int8 to int64, float32 or
// float64, without copying it. O(values). Errors: wrong shape or type, a value that is not a whole number from -1 to
// 14, a tensor with more than 256 layouts.
Result<Configurations> fromColumns(std::vector<uint32_t> nodes, const npz::Array& columns);

// Rewrites configurations to the canonical layout table, which depends only on the program and the set of layouts in
// use. Scores then depend on neither the order nor the number of configurations in a file.
//
// Slots (tensors whose layout can be chosen): those of `configurations` and of findChangeableSlots, by instruction,
// then tensor; the latter get kAbsent (the compiler chooses). Layouts of a slot: first the one written in the program,
// used or not, then the others in lexicographic order. O(choices + rows log rows). Error: a slot has more than 255
// layouts besides the written one.
Result<Configurations> canonical(const graph::Program& program, Configurations configurations);

// A tensor whose layout in a configuration differs from the layout written in the program.
struct Change {
  uint32_t slot;
  Layout from, to;  // from: layout written in the program; to: layout in the configuration
};
// Returns the slots (tensors) whose layout differs from the one written in the program, in slot order. `choice` is a
// configuration: the index of the chosen layout for every slot.
std::vector<Change> changes(const Configurations& configurations, std::span<const uint8_t> choice);
std::vector<Change> changes(const Configurations& configurations, size_t c);
std::string toString(const Layout& layout);   // returns "{0,1}"; "default" for kAbsent
std::string_view tensorName(uint8_t tensor);  // returns "output", "operand 0" or "operand 1"

inline constexpr uint32_t kNoNode = UINT32_MAX;  // result of valueOf if the operand does not exist

// Returns the node that computes a tensor of `node`: 0 is its output, thus `node` itself; 1 and 2 are its operands 0
// and 1. Returns kNoNode if there is no such operand. Programs from npz arrays list operands ascending, without
// repeats; a missing operand is then taken as a repetition of the last.
uint32_t valueOf(const graph::Program& program, uint32_t node, uint8_t tensor);

// Returns the layout that the program writes for the result of `node`; row-major if it writes none or an invalid one.
Layout ownLayout(const graph::Program& program, uint32_t node);
// Returns the row-major layout of a rank, {rank − 1, …, 1, 0}, cut to its six most minor dimensions.
Layout rowMajor(int rank);
// Completes a partial layout for the result of node `value`. Dimensions that it does not name are added as the most
// major ones, in the order of ownLayout(value). kAbsent becomes ownLayout(value).
Layout completed(const graph::Program& program, uint32_t value, const Layout& layout);

// Returns the tensors of the instructions `nodes` whose layout can be changed, by instruction, then tensor. Such a
// tensor has at most six dimensions, at least two of them of a size other than 1.
std::vector<Slot> findChangeableSlots(const graph::Program& program, std::span<const uint32_t> nodes);

// Builds the table of all layouts to try for a program. Its slots are those of findChangeableSlots; the first layout of
// a slot is the one written in the program, the others are listOtherLayouts (orders.h). Up to four dimensions of size
// other than 1: all their orders; more: the swap of each pair and the reverse.
LayoutTable tableOf(const graph::Program& program);

// Limits, in bytes, of the memory for generated configurations: kCandidateBytes if the user requests a number of them,
// else kDefaultCandidateBytes.
inline constexpr size_t kCandidateBytes = size_t{128} << 20, kDefaultCandidateBytes = size_t{16} << 20;
inline constexpr size_t kDefaultCandidates = 2000;  // number of configurations to generate unless the user specifies it

// Returns how many configurations with `slots` bytes of choices fit in `bytes` of memory; at least 2.
constexpr size_t maxCandidates(size_t slots, size_t bytes = kCandidateBytes) {
  constexpr size_t kOverhead = 64;  // further bytes per configuration, for its hash, score and rank
  const size_t most = bytes / (slots + kOverhead);
  return most < 2 ? 2 : most;
}

// Generates distinct configurations for a program: the layouts written in it, then every change of one tensor's layout
// (tableOf), then random combinations. Returns at most `count`, and at most maxCandidates(slots, bytes); fewer if no
// more exist. The same seed gives bit-identical results.
Configurations candidates(const graph::Program& program, size_t count, uint64_t seed, size_t bytes = kCandidateBytes);

}  // namespace hlorank::configs
