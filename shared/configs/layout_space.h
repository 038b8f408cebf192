// The space of layout configurations: slots, the table of their layouts, and configurations as indices into that table.
//
// A slot is one tensor position of a configurable node: its output, operand 0 or operand 1. All configurations together
// use few distinct layouts per slot. The table stores each of them once, and a configuration stores one byte per slot.
// No dense [configurations, nodes, 18] array is ever built.
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
inline constexpr int kLayoutColumns = kTensors * kLayoutDimensions;  // 18: the last axis of node_config_feat

// Largest rank of a tensor whose layout can be stored. A layout names only the six most minor dimensions.
inline constexpr int kMaxRank = 15;

// Dimension numbers from minor to major, padded with -1; {1,0} is row-major for rank 2. All -1 (kAbsent): there is no
// such tensor, or the compiler chooses the layout.
using Layout = std::array<int8_t, kLayoutDimensions>;
inline constexpr Layout kAbsent = {-1, -1, -1, -1, -1, -1};

// A tensor position whose layout is chosen by each configuration.
struct Slot {
  uint32_t position;  // index among the configurable nodes
  uint8_t tensor;     // 0 output, 1 operand 0, 2 operand 1
};

// The slots with index begin to end − 1 of a table.
struct SlotRange {
  size_t begin = 0, end = 0;
};

// All layouts in use. A row is one layout of one slot; the rows of slot s are rowBegin[s] to rowBegin[s + 1] − 1. In a
// canonical table (see `canonical`) the first row of every slot is the program's own layout; file readers and
// `candidates` return such tables.
struct LayoutTable {
  std::vector<uint32_t> nodes;     // [positions] graph node of each configurable node
  std::vector<Slot> slots;         // [slots] slots without any layout are omitted; sorted by position, then tensor
  std::vector<uint32_t> rowBegin;  // [slots + 1] first row of each slot
  std::vector<Layout> layouts;     // [rows]
  size_t rows() const { return layouts.size(); }
  // Returns the slot that contains a row, by binary search.
  uint32_t slotOfRow(uint32_t row) const;
};

// A set of layout configurations of one program, with run times if measured.
struct Configurations {
  LayoutTable table;
  size_t count = 0;
  std::vector<uint8_t> choices;    // [count, slots] row of the slot = rowBegin[slot] + choice
  std::vector<uint8_t> reference;  // [slots] choices of the program layouts (all 0); changes and scores refer to them
  bool generated = false;          // made by `candidates`, not read from a file
  std::vector<int64_t> runtimes;   // [count] ns, or empty
  int64_t automatic = -1;          // index of the compiler default: the compiler chose all layouts; -1: none
  // [count] 1: distinct, and its layouts are those that ran. 0: a duplicate of an earlier one, or an `auto` row, whose
  // layouts are not recorded. Empty: all 1.
  std::vector<uint8_t> usable;

  // Whether configuration c is a compiler default whose layouts are not recorded. It has a run time but no score.
  bool isCompilerDefault(size_t c) const {
    return automatic >= 0 && static_cast<size_t>(automatic) == c && !usable.empty() && !usable[c];
  }
  // Returns the choices of configuration c, [slots].
  std::span<const uint8_t> choice(size_t c) const {
    return {choices.data() + c * table.slots.size(), table.slots.size()};
  }
};

// Builds configurations from dense layouts, [count, positions, 18] as in node_config_feat. Rows keep the order of first
// appearance. Error: a slot has more than 256 layouts.
Result<Configurations> fromColumns(std::vector<uint32_t> nodes, std::span<const int8_t> columns, size_t count);

// Returns the dense layouts of configuration c: [positions, 18].
std::vector<int8_t> toColumns(const Configurations& configurations, size_t c);

// Builds configurations from an npz array [count, positions, 18] of int8 to int64, float32 or float64, without copying
// the array. Rows keep the order of first appearance. O(values). Errors: wrong shape or dtype, a value that is not a
// whole number from -1 to 14, a slot with more than 256 layouts.
Result<Configurations> fromColumns(std::vector<uint32_t> nodes, const npz::Array& columns);

// Rewrites configurations to the canonical table, which depends only on the program and the set of layouts. Scores then
// do not depend on the order or number of rows in a file.
//
// Slots: all changeable slots and all slots of the file, by position, then tensor. Rows of a slot: the program's own
// layout (the reference, present even if unused), then the others in lexicographic order. A changeable slot that is
// missing from the file gets kAbsent (the compiler chooses) in every configuration. O(choices + rows log rows). Error:
// a slot has more than 255 layouts besides its own.
Result<Configurations> canonical(const graph::Program& program, Configurations configurations);

// A slot whose layout differs from the reference: "output {0,1} (was {1,0})".
struct Change {
  uint32_t slot;
  Layout from, to;  // in the reference; in the configuration
};
// Returns the changed slots of a choice (one row index per slot), or of configuration c, in slot order.
std::vector<Change> changes(const Configurations& configurations, std::span<const uint8_t> choice);
std::vector<Change> changes(const Configurations& configurations, size_t c);
std::string toString(const Layout& layout);   // "{0,1}"; "default" for kAbsent
std::string_view tensorName(uint8_t tensor);  // "output", "operand 0", "operand 1"

inline constexpr uint32_t kNoNode = UINT32_MAX;

// Returns the node whose result has the layout of slot (`node`, `tensor`): `node` itself for the output, else its
// operand; kNoNode if there is none. Programs read from arrays list operands in ascending order without repeats; there
// a missing operand is taken to be the last one listed.
uint32_t valueOf(const graph::Program& program, uint32_t node, uint8_t tensor);

// Returns the layout that the program itself gives to a node's result; row-major if it gives no valid one.
Layout ownLayout(const graph::Program& program, uint32_t node);
// Returns the row-major layout of a rank: {rank − 1, …, 1, 0}, cut to its six most minor dimensions.
Layout rowMajor(int rank);
// Completes a partial layout of node `value`: dimensions that it does not name follow in the order of the node's own
// layout. kAbsent becomes the own layout.
Layout completed(const graph::Program& program, uint32_t value, const Layout& layout);

// Returns the slots of `nodes` (the configurable nodes) whose layout can change, by position, then tensor: the tensor
// has at most six dimensions, two or more of size other than 1.
std::vector<Slot> findChangeableSlots(const graph::Program& program, std::span<const uint32_t> nodes);

// Builds the table of all changeable slots. Row 0 of a slot is the program's own layout; the others are
// `listOtherLayouts` (orders.h): all orders of up to four movable dimensions, else each swapped pair and the reverse.
LayoutTable tableOf(const graph::Program& program);

// Memory limits of generated candidates in bytes: if the user requested a number of candidates, and if not.
inline constexpr size_t kCandidateBytes = size_t{128} << 20, kDefaultCandidateBytes = size_t{16} << 20;
inline constexpr size_t kDefaultCandidates = 2000;  // number of candidates if the user requested none

// Returns how many candidates of a program with `slots` slots fit in `bytes`; at least 2.
constexpr size_t maxCandidates(size_t slots, size_t bytes = kCandidateBytes) {
  constexpr size_t kOverhead = 64;  // bytes per candidate for its hash, score and rank
  const size_t most = bytes / (slots + kOverhead);
  return most < 2 ? 2 : most;
}

// Generates distinct candidates for a program without configurations: the program layouts, every change of a single
// slot to another row of `tableOf`, then seeded random combinations, up to `count` or what fits in `bytes`
// (maxCandidates). Dimensions of size 1 keep their positions. The same seed gives the same bits.
Configurations candidates(const graph::Program& program, size_t count, uint64_t seed, size_t bytes = kCandidateBytes);

}  // namespace hlorank::configs
