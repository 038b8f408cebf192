// Compares two HLO modules: matches their instructions one to one and classifies how each matched pair differs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::diff {

using hlo::ComputationId;
using hlo::InstructionId;
using hlo::kNone;

// The ways in which two matched instructions (one of each module) differ, as bits.
enum Difference : uint8_t {
  kOpcode = 1,
  kShape = 2,       // element type or dimensions differ
  kAttributes = 4,  // attributes (except metadata), parameter number, literal, called computations, control
                    // predecessors, or whether the instruction is the root differ
  kLayout = 8,      // the shape differs only in its layout
  kOperands = 16,   // some operands at equal positions are not matched with each other
  kMoved = 32,      // the instructions are in computations that are not matched with each other
};

// How an instruction changed between the left and the right module. If several values apply, the first in this list
// counts.
enum class Change : uint8_t { kRemoved, kAdded, kOpcode, kShape, kAttributes, kMoved, kLayout, kOperands, kUnchanged };
inline constexpr size_t kChanges = 9;  // number of enumerators of Change
std::string_view name(Change change);  // returns "removed", "added", "opcode", ..., "unchanged"

// The matches between the instructions of two modules, left and right, and how matched instructions differ.
struct Diff {
  // [instructions of the left module] the matching instruction of the right module, or kNone.
  std::vector<InstructionId> rightOf;
  // [instructions of the right module] the matching instruction of the left module, or kNone.
  std::vector<InstructionId> leftOf;
  // [instructions of each module] bits of Difference; 0 if the instruction has no match.
  std::vector<uint8_t> left, right;
  // [computations of the left module] the matching computation of the right module, or kNone.
  std::vector<ComputationId> computationsOf;

  // Return how an instruction, given by its id in the left or the right module, changed.
  Change ofLeft(InstructionId id) const;
  Change ofRight(InstructionId id) const;
  // Returns the number of instructions with each kind of Change. A matched pair of instructions counts once.
  std::array<size_t, kChanges> counts() const;
};

// An attribute in the first line of an HLO module ("HloModule ..."), such as is_scheduled, that differs between two
// modules.
struct ModuleAttribute {
  std::string_view name;
  // Value in each module, without line breaks; nullopt if the module does not write the attribute.
  std::optional<std::string> left, right;
};

// Returns the attributes that differ between the HloModule lines of two modules. First come those of the left module in
// its order, then those that only the right module has. Ignores white space and comments. Also ignores default values
// that only one module writes, such as is_scheduled=false, one replica, or an entry_computation_layout that equals the
// layouts of the entry computation.
std::vector<ModuleAttribute> compareAttributes(const hlo::Module& left, const hlo::Module& right);

// Matches the instructions of two modules one to one. Computations are matched top down from the entry, through the
// instructions that call them, or by content if callers exchanged what they call. Within two matched computations,
// instructions are matched by the expression that they compute, then by users, matched neighbours and name.
// Instructions still unmatched are then matched across computations. O(n log n), n = instructions + operands.
Diff compare(const hlo::Module& left, const hlo::Module& right);

// One line of a side-by-side view of two modules: a pair of matched instructions, or a single instruction. kNone marks
// the module that has no match.
struct Row {
  InstructionId left = kNone, right = kNone;
};
// A computation in a side-by-side view of two modules, with its id in each module. The id is kNone if a module does not
// have the computation. The rows of a section end where those of the next section begin.
struct Section {
  uint32_t firstRow = 0;
  ComputationId left = kNone, right = kNone;
};
// A side-by-side view of two modules in which each instruction appears once. Sections are computations: the entry, then
// the others of the right module in file order, then those that only the left module has. Lines are in the order of the
// right module's text. A removed instruction follows the line that it follows in the left module's text.
struct SideBySide {
  std::vector<Row> rows;  // lines, section by section
  std::vector<Section> sections;
};
SideBySide sideBySide(const hlo::Module& left, const hlo::Module& right, const Diff& diff);

// Formats an instruction as one line of HLO text without metadata: "dot.3 = f32[4,2]{1,0} dot(x, y),
// lhs_contracting_dims={1}". Shape, literal and attribute values are cut to 120 bytes.
std::string lineOf(const hlo::Module& module, InstructionId id);
// Formats two matched instructions as lines of HLO text. A line is empty if its id is kNone. A value of over 120 bytes
// is cut to the part around its first difference from that of the other instruction.
std::pair<std::string, std::string> linesOf(const hlo::Module& left, InstructionId leftId, const hlo::Module& right,
                                            InstructionId rightId);
// Formats an attribute that differs between two modules as one line for each module, "is_scheduled=true". Long values
// are cut to 120 bytes around their first difference.
std::pair<std::string, std::string> linesOf(const ModuleAttribute& attribute);

// Compares two modules and formats the result as JSON. `attributes` lists the attributes that differ between the
// headers of the modules (compareAttributes), `changes` the changed instructions in the order of sideBySide. The file
// names `leftFile` and `rightFile` are only copied to the result.
// {version, left: {file, name, instructions}, right: {...}, counts: {unchanged, layout, ...},
//  attributes: [{name, left, right}],  null if the header has no such attribute
//  changes: [{change, differs: ["layout", ...], left?: {name, computation, line}, right?: {...}}]}
std::string formatDiffJson(const hlo::Module& left, std::string_view leftFile, const hlo::Module& right,
                           std::string_view rightFile);

}  // namespace hlorank::diff
