// What may be chosen: the layout of every slot, a slot being one tensor position of a configurable node.
//
// A slot has few distinct layouts among all configurations, so they stand once in a table, and a configuration is a row
// of small indices into its slots' layouts. A dense [configurations, nodes, 18] array exists nowhere.
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
inline constexpr int kLayoutColumns = kTensors * kLayoutDimensions;  // 18: node_config_feat's last axis

inline constexpr int kMaxRank = 15;  // of a tensor with layouts, which name its six most minor dimensions

using Layout =
    std::array<int8_t, kLayoutDimensions>;  // minor to major, -1 padded; all -1: absent or left to the compiler
inline constexpr Layout kAbsent = {-1, -1, -1, -1, -1, -1};

struct Slot {
  uint32_t position;  // index among the configurable nodes
  uint8_t tensor;     // 0 output, 1 operand 0, 2 operand 1
};

// Slots begin … end − 1 of a table.
struct SlotRange {
  size_t begin = 0, end = 0;
};

// Row r is layout `layouts[r]` of the slot whose rows contain r. What readers give and `candidates` makes has the
// program's own layout as the first row of every slot (see `canonical`).
struct LayoutTable {
  std::vector<uint32_t> nodes;     // [positions] graph node of each configurable node
  std::vector<Slot> slots;         // [slots] only slots that have a layout somewhere; by position, then tensor
  std::vector<uint32_t> rowBegin;  // [slots + 1] first row of each slot
  std::vector<Layout> layouts;     // [rows]
  size_t rows() const { return layouts.size(); }
  uint32_t slotOfRow(uint32_t row) const;
};

struct Configurations {
  LayoutTable table;
  size_t count = 0;
  std::vector<uint8_t> choices;    // [count, slots] row of the slot = rowBegin[slot] + choice
  std::vector<uint8_t> reference;  // [slots] the program's own layouts, which changes and scores are relative to: all 0
  bool generated = false;          // candidates of ours, not configurations of a file
  std::vector<int64_t> runtimes;   // [count] ns, or empty
  int64_t automatic = -1;          // the configuration that left everything to the compiler, or -1
  std::vector<uint8_t>
      usable;  // [count] 1: distinct and its layouts are what ran; 0: a twin, or `auto`. Empty: all are

  // Whether the row is the compiler default: measured with layouts that it does not state. It has a time, no score.
  bool isCompilerDefault(size_t c) const {
    return automatic >= 0 && static_cast<size_t>(automatic) == c && !usable.empty() && !usable[c];
  }
  std::span<const uint8_t> choice(size_t c) const {
    return {choices.data() + c * table.slots.size(), table.slots.size()};
  }
};

// From dense columns [count, positions, 18] as in the npz (int8 or float values). Error when a slot has more than 256
// layouts.
Result<Configurations> fromColumns(std::vector<uint32_t> nodes, std::span<const int8_t> columns, size_t count);

// Dense columns of configuration c: [positions, 18].
std::vector<int8_t> toColumns(const Configurations& configurations, size_t c);

// The same from an npz array of shape [count, positions, 18] in any integer or floating dtype, read where it lies: no
// copy of it is made. Rows keep the order of their first appearance. O(values). Errors: another shape or dtype, a value
// that is not a whole number of -1..14, more than 256 layouts of a slot.
Result<Configurations> fromColumns(std::vector<uint32_t> nodes, const npz::Array& columns);

// The same configurations over a table that follows from the program and the set of layouts alone, so that no score
// depends on the order, repeats or number of rows in a file. Slots: those that can change and those the file lays out,
// by position, then tensor. Rows of a slot: the program's own layout, which is the reference and is there even when no
// configuration has it; then the others in lexicographic order. A slot that the file says nothing of is left to the
// compiler. O(choices + rows log rows). Error: more than 255 layouts of a slot besides its own.
Result<Configurations> canonical(const graph::Program& program, Configurations configurations);

// "output {0,1} (was {1,0})": what differs from the reference, a line a slot.
struct Change {
  uint32_t slot;
  Layout from, to;
};
std::vector<Change> changes(const Configurations& configurations, std::span<const uint8_t> choice);
std::vector<Change> changes(const Configurations& configurations, size_t c);
std::string toString(const Layout& layout);   // "{0,1}"; "default" for kAbsent
std::string_view tensorName(uint8_t tensor);  // "output", "operand 0", "operand 1"

inline constexpr uint32_t kNoNode = UINT32_MAX;

// The node whose result slot (`node`, `tensor`) lays out: the node itself for the output, else its operand; kNoNode
// when it has none. Arrays know operands only as a set in ascending order, without repeats: there the last one known
// stands for the missing.
uint32_t valueOf(const graph::Program& program, uint32_t node, uint8_t tensor);

// The layouts a program has as it stands: own layouts of the configurable nodes and of their operands, row-major where
// none is known.
Layout ownLayout(const graph::Program& program, uint32_t node);
Layout rowMajor(int rank);
// `layout` in full: the dimensions it does not name follow in the order of the value's own layout. So one that is left
// to the compiler is the value's own.
Layout completed(const graph::Program& program, uint32_t value, const Layout& layout);

// The slots of `nodes` (the configurable nodes of a program) whose tensor can lie in more than one order, by position,
// then tensor.
std::vector<Slot> changeableSlots(const graph::Program& program, std::span<const uint32_t> nodes);

// The slots that can change, each with its own layout as choice 0 and every other one after it (all orders up to rank
// 4, the order of each pair swapped and the reverse beyond).
LayoutTable tableOf(const graph::Program& program);

// Memory limits of generated candidates, in bytes: with a requested number of candidates and without one.
inline constexpr size_t kCandidateBytes = size_t{128} << 20, kDefaultCandidateBytes = size_t{16} << 20;
inline constexpr size_t kDefaultCandidates = 2000;
// How many candidates of a program with `slots` slots fit in `bytes`; at least 2.
constexpr size_t mostCandidates(size_t slots, size_t bytes = kCandidateBytes) {
  constexpr size_t kBeside = 64;  // hash, score and place of each
  const size_t most = bytes / (slots + kBeside);
  return most < 2 ? 2 : most;
}

// Candidates for a program without configurations: the default, every single-slot change to another order (all orders
// up to rank 4, the order of each pair swapped and the reverse beyond), then seeded random mixtures up to `count`, and
// no more than fit in `bytes` (mostCandidates).
// Dimensions of size 1 stay where they are. The same seed gives the same bits.
Configurations candidates(const graph::Program& program, size_t count, uint64_t seed, size_t bytes = kCandidateBytes);

}  // namespace hlorank::configs
