// Compares two HLO modules: matches their instructions one to one and classifies how each matched pair differs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::diff {

using hlo::ComputationId;
using hlo::InstructionId;
using hlo::kNone;

// Bit set: the ways in which a matched pair of instructions differs.
enum Difference : uint8_t {
  kOpcode = 1,
  kShape = 2,       // element type, dimensions
  kAttributes = 4,  // includes parameter number, literal and called computations, but not metadata
  kLayout = 8,
  kOperands = 16,  // their operands are not matched with each other
  kMoved = 32,     // their computations are not matched with each other
};

// The class of an instruction: the first of these that applies.
enum class Change : uint8_t { kRemoved, kAdded, kOpcode, kShape, kAttributes, kMoved, kLayout, kOperands, kUnchanged };
inline constexpr size_t kChanges = 9;
std::string_view name(Change change);  // "removed", "added", "opcode", ..., "unchanged"

// The matches between two modules and their differences.
struct Diff {
  std::vector<InstructionId> rightOf;         // [instructions of left] the match in right, or kNone
  std::vector<InstructionId> leftOf;          // [instructions of right] the match in left, or kNone
  std::vector<uint8_t> left, right;           // [instructions] bits of Difference; 0 without a match
  std::vector<ComputationId> computationsOf;  // [computations of left] the match in right, or kNone

  // Return the class of an instruction of the left and of the right module.
  Change ofLeft(InstructionId id) const;
  Change ofRight(InstructionId id) const;
  // Returns the number of instructions of each Change; a matched pair counts once.
  std::array<size_t, kChanges> counts() const;
};

// Matches two modules. Computations match top down from the entry, through the instructions that call them. Within a
// matched pair of computations, instructions match by the expression they compute, then by their users, then by matched
// neighbours, then by name; the rest is searched in all computations. Each instruction has at most one match. O(n log
// n) in instructions + operands.
Diff compare(const hlo::Module& left, const hlo::Module& right);

// One line of a side-by-side view; a side without an instruction is kNone.
struct Row {
  InstructionId left = kNone, right = kNone;
};
// A computation in the side-by-side view: its rows begin at firstRow and end where the next section begins.
struct Section {
  uint32_t firstRow = 0;
  ComputationId left = kNone, right = kNone;
};
// Both programs, with each instruction once. Sections: the entry, then the computations of right in file order, then
// those that only left has. Rows follow the text of right; a removed line follows the line that it follows in left.
struct SideBySide {
  std::vector<Row> rows;
  std::vector<Section> sections;
};
SideBySide sideBySide(const hlo::Module& left, const hlo::Module& right, const Diff& diff);

// Returns an instruction as one line of HLO text, "dot.3 = f32[4,2]{1,0} dot(x, y), lhs_contracting_dims={1}", without
// metadata and with long values shortened.
std::string lineOf(const hlo::Module& module, InstructionId id);

// Returns the comparison as JSON. `changes` lists all instructions that are not unchanged, in the order of sideBySide:
// {version, left: {file, name, instructions}, right: {...}, counts: {unchanged, layout, ...},
//  changes: [{change, differs: ["layout", ...], left?: {name, computation, line}, right?: {...}}]}
std::string formatDiffJson(const hlo::Module& left, std::string_view leftFile, const hlo::Module& right,
                           std::string_view rightFile);

}  // namespace hlorank::diff
