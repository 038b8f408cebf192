// What changed between two programs: which instruction of one is which of the other, and how the two differ.
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

// In what a pair of instructions differs; any of them together.
enum Difference : uint8_t {
  kOpcode = 1,
  kShape = 2,       // element type, dimensions
  kAttributes = 4,  // also parameter number, literal and called computations; not metadata
  kLayout = 8,
  kOperands = 16,  // reads other instructions than its partner
  kMoved = 32,     // stands in another computation
};

// The one word for an instruction: the first of these that fits.
enum class Change : uint8_t { kRemoved, kAdded, kOpcode, kShape, kAttributes, kMoved, kLayout, kOperands, kUnchanged };
inline constexpr size_t kChanges = 9;
std::string_view name(Change change);  // "removed", "added", "opcode", ..., "unchanged"

struct Diff {
  std::vector<InstructionId> rightOf;         // [instructions of left] partner, or kNone
  std::vector<InstructionId> leftOf;          // [instructions of right]
  std::vector<uint8_t> left, right;           // [instructions] bits of Difference; 0 for one without partner
  std::vector<ComputationId> computationsOf;  // [computations of left] partner, or kNone

  Change ofLeft(InstructionId id) const;
  Change ofRight(InstructionId id) const;
  // How many instructions by Change; a pair counts once.
  std::array<size_t, kChanges> counts() const;
};

// Computations are paired from the entry down, through the instructions that call them; instructions within a pair of
// computations by what they compute, then by what is computed from them, then by their neighbours, then by name; what
// is left over is looked for in all computations. Every instruction has at most one partner. O(n log n) in
// instructions + operands.
Diff compare(const hlo::Module& left, const hlo::Module& right);

// One line of two programs side by side; one side may be kNone.
struct Row {
  InstructionId left = kNone, right = kNone;
};
struct Section {
  uint32_t firstRow = 0;
  ComputationId left = kNone, right = kNone;
};
// Both programs, every instruction once: the entry, then the computations of the right program in its order, then what
// only the left one has. Rows stand in the order of the right text; removed lines follow what they followed on the
// left.
struct SideBySide {
  std::vector<Row> rows;
  std::vector<Section> sections;
};
SideBySide sideBySide(const hlo::Module& left, const hlo::Module& right, const Diff& diff);

// "dot.3 = f32[4,2]{1,0} dot(x, y), lhs_contracting_dims={1}": without metadata, long values shortened.
std::string lineOf(const hlo::Module& module, InstructionId id);

// {version, left: {file, name, instructions}, right: {...}, counts: {unchanged, layout, ...},
//  changes: [{change, differs: ["layout", ...], left?: {name, computation, line}, right?: {...}}]}, all but unchanged
// ones, in the order of `sideBySide`.
std::string diffJson(const hlo::Module& left, std::string_view leftFile, const hlo::Module& right,
                     std::string_view rightFile);

}  // namespace hlorank::diff
