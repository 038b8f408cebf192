// The space of layout configurations: slots, the table of their layouts, and configurations as indices into that table.
//
// A slot is one tensor of a configurable node (convolution, dot or reshape): its output, operand 0 or operand 1. All
// configurations together use few distinct layouts per slot. The table stores each of them once as a row, and a
// configuration stores one byte per slot, its choice. No dense [configurations, configurable nodes, 18] array is built.
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

inline constexpr int kTensors = 3;  // output, operand 0, operand 1
inline constexpr int kLayoutDimensions = 6;
inline constexpr int kLayoutColumns = kTensors * kLayoutDimensions;  // 18: last axis of TpuGraphs' node_config_feat
// The layouts of one configurable instruction: output, operand 0 and operand 1, six dimensions each.
using Setting = std::array<int8_t, kLayoutColumns>;

// Largest rank of a tensor whose layout can be stored. A Layout names only its six most minor dimensions.
inline constexpr int kMaxRank = 15;

// Dimension numbers from minor to major, padded with -1; {1,0} is row-major for rank 2. All -1 (kAbsent): the node has
// no such tensor, or the compiler chooses the layout.
using Layout = std::array<int8_t, kLayoutDimensions>;
inline constexpr Layout kAbsent = {-1, -1, -1, -1, -1, -1};

// A slot: one tensor of a configurable node (convolution, dot, reshape). A configuration chooses a layout for each
// slot.
struct Slot {
  uint32_t position;  // index of the node among the configurable nodes (not a graph node number)
  uint8_t tensor;     // 0 output, 1 operand 0, 2 operand 1
};

// A range of slots (tensors whose layouts are configured) of a LayoutTable: indices begin to end − 1.
struct SlotRange {
  size_t begin = 0, end = 0;
};

// The layouts that occur in a set of configurations. A row is one slot with one of its layouts; the rows of slot s are
// rowBegin[s] to rowBegin[s + 1] − 1. In a canonical table (see `canonical`) the first row of every slot is the layout
// written in the program; readProblem in dataset.h and `candidates` make such tables.
struct LayoutTable {
  std::vector<uint32_t> nodes;     // [configurable nodes] node number in the graph
  std::vector<Slot> slots;         // [slots] sorted by node, then tensor; a tensor that never has a layout has no slot
  std::vector<uint32_t> rowBegin;  // [slots + 1] first row of each slot; the last entry is the number of rows
  std::vector<Layout> layouts;     // [rows] layout of each row
  size_t rows() const { return layouts.size(); }
};

// Layout configurations of one program, with run times if measured. A configuration is one choice of a row per slot.
struct Configurations {
  LayoutTable table;
  size_t count = 0;
  std::vector<uint8_t> choices;  // [count, slots] row within the slot: table row = table.rowBegin[slot] + choice
  // [slots] choices (one row index per slot) of the reference configuration: the program layouts, whose score is 0. All
  // 0 in a canonical table.
  std::vector<uint8_t> reference;
  bool generated = false;         // true: made by `candidates`; false: read from a file
  std::vector<int64_t> runtimes;  // [count] run times in ns; empty: not measured
  // Index of the compiler default, the configuration whose layouts the compiler chose; -1: the file has none.
  int64_t automatic = -1;
  // [count] 1: compiles to another program than all earlier configurations, and its layouts are known. 0: a duplicate
  // (compiles to the program of an earlier one), or the compiler default with unrecorded layouts. Empty: all 1.
  std::vector<uint8_t> usable;
  // [count] 1: leaves all layouts to the compiler, or compiles to the same program as an earlier configuration that
  // does. Empty: all 0.
  std::vector<uint8_t> leftToCompiler;
  // [count] index of the first configuration that compiles to the same program; empty: not recorded.
  std::vector<uint32_t> programs;
  // [count] number of each configuration in the report that it was saved from; empty: its index.
  std::vector<uint32_t> numbers;

  // Returns the number by which the command line calls configuration c.
  uint32_t numberOf(size_t c) const { return numbers.empty() ? static_cast<uint32_t>(c) : numbers[c]; }
  // Returns the measured run time of configuration c in seconds; `runtimes` must not be empty.
  double seconds(size_t c) const { return static_cast<double>(runtimes[c]) / 1e9; }
  // Whether the compiler chose the layouts of configuration c and they are not recorded. Such a configuration has no
  // score and no rank; its run time serves as a baseline for the others.
  bool isCompilerDefault(size_t c) const {
    if (!leftToCompiler.empty() && leftToCompiler[c]) return true;
    return automatic >= 0 && static_cast<size_t>(automatic) == c && !usable.empty() && !usable[c];
  }
  // Returns the number of such configurations. O(count).
  size_t compilerDefaults() const;
  // Returns the choices of configuration c: [slots], each a row index within its slot.
  std::span<const uint8_t> choice(size_t c) const {
    return {choices.data() + c * table.slots.size(), table.slots.size()};
  }
};

// Builds configurations from `columns`, dense layouts [count, nodes, 18] as in TpuGraphs' node_config_feat. `nodes`:
// node numbers of the configurable nodes. The rows of a slot are in order of first appearance. Error: a slot has more
// than 256 layouts.
Result<Configurations> fromColumns(std::vector<uint32_t> nodes, std::span<const int8_t> columns, size_t count);

// Returns the dense layouts of configuration c: [configurable nodes, 18], -1 where a layout is absent.
std::vector<int8_t> toColumns(const Configurations& configurations, size_t c);

// The same for an npz array, [configurations, nodes, 18], of int8 to int64, float32 or float64, which is not copied.
// O(values). Errors: wrong shape or dtype, a value that is not a whole number from -1 to 14, a slot with more than 256
// layouts.
Result<Configurations> fromColumns(std::vector<uint32_t> nodes, const npz::Array& columns);

// Rewrites configurations to the canonical table, which depends only on the program and the set of layouts. Scores then
// do not depend on the order or number of configurations in a file.
//
// Slots: those of `configurations` and all that findChangeableSlots finds, by node, then tensor. Rows of a slot: the
// layout written in the program (present even if unused), then the other layouts in lexicographic order. A
// slot that only findChangeableSlots finds gets kAbsent (the compiler chooses) in every configuration. O(choices +
// rows log rows). Error: a slot has more than 255 layouts besides the one written in the program.
Result<Configurations> canonical(const graph::Program& program, Configurations configurations);

// A slot in which a configuration differs from the reference configuration (the program layouts).
struct Change {
  uint32_t slot;
  Layout from, to;  // from: layout in the reference configuration; to: layout in the configuration
};
// Returns the slots in which a choice (one row index per slot), or configuration c, differs from the reference
// configuration (the program layouts), in slot order.
std::vector<Change> changes(const Configurations& configurations, std::span<const uint8_t> choice);
std::vector<Change> changes(const Configurations& configurations, size_t c);
std::string toString(const Layout& layout);   // "{0,1}"; "default" for kAbsent
std::string_view tensorName(uint8_t tensor);  // "output", "operand 0", "operand 1"

inline constexpr uint32_t kNoNode = UINT32_MAX;  // result of valueOf: the node has no such tensor

// Returns the node that computes tensor 0 (output), 1 (operand 0) or 2 (operand 1) of `node`: `node` itself or its
// operand; kNoNode if it has no such operand. Programs read from npz arrays list operands ascending, without repeats:
// there a missing operand is assumed to repeat the last listed one.
uint32_t valueOf(const graph::Program& program, uint32_t node, uint8_t tensor);

// Returns the layout that the program specifies for the result of `node`; row-major if it specifies none or an invalid
// one.
Layout ownLayout(const graph::Program& program, uint32_t node);
// Returns the row-major layout of a rank: {rank − 1, …, 1, 0}, cut to its six most minor dimensions.
Layout rowMajor(int rank);
// Completes a partial layout of the result of node `value`: unnamed dimensions follow as more major, in the order of
// ownLayout(value). kAbsent becomes ownLayout(value).
Layout completed(const graph::Program& program, uint32_t value, const Layout& layout);

// Returns the slots of the configurable nodes `nodes` whose layout can be changed, by node, then tensor (output,
// operand 0, operand 1). The tensor of such a slot has at most six dimensions, and at least two of a size other than 1.
std::vector<Slot> findChangeableSlots(const graph::Program& program, std::span<const uint32_t> nodes);

// Builds the table of all slots that findChangeableSlots finds in a program. Row 0 of a slot is the layout written in
// the program; further rows are listOtherLayouts (orders.h): all orders of up to four dimensions of size other than 1;
// with more of them, each swap of two and the reverse.
LayoutTable tableOf(const graph::Program& program);

// Memory limits of generated candidates in bytes: kCandidateBytes if the user requested a number of candidates,
// kDefaultCandidateBytes if not.
inline constexpr size_t kCandidateBytes = size_t{128} << 20, kDefaultCandidateBytes = size_t{16} << 20;
inline constexpr size_t kDefaultCandidates = 2000;  // number of candidates if the user does not specify it

// Returns how many candidates of a program with `slots` slots fit in `bytes` of memory; at least 2.
constexpr size_t maxCandidates(size_t slots, size_t bytes = kCandidateBytes) {
  constexpr size_t kOverhead = 64;  // bytes per candidate for its hash, score and rank
  const size_t most = bytes / (slots + kOverhead);
  return most < 2 ? 2 : most;
}

// Generates distinct configurations (candidates) for a program: first the program layouts, then every change of a
// single slot to another row of tableOf(program), then random combinations. At most `count`, and at most
// maxCandidates(slots, bytes); fewer if the program has fewer configurations. The same seed gives bit-identical
// results.
Configurations candidates(const graph::Program& program, size_t count, uint64_t seed, size_t bytes = kCandidateBytes);

}  // namespace hlorank::configs
