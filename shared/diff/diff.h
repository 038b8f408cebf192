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
  kShape = 2,       // element type or dimensions
  kAttributes = 4,  // attributes (except metadata), parameter number, literal or called computations
  kLayout = 8,      // only the layout of the shape
  kOperands = 16,   // the operands at some position are not matched with each other
  kMoved = 32,      // their computations are not matched with each other
};

// How an instruction changed between the left and the right module: the first enumerator that applies.
enum class Change : uint8_t { kRemoved, kAdded, kOpcode, kShape, kAttributes, kMoved, kLayout, kOperands, kUnchanged };
inline constexpr size_t kChanges = 9;  // number of enumerators of Change
std::string_view name(Change change);  // "removed", "added", "opcode", ..., "unchanged"

// The matches between the instructions of two modules, left and right, and how matched instructions differ.
struct Diff {
  std::vector<InstructionId> rightOf;         // [instructions of left] matched instruction of right, or kNone
  std::vector<InstructionId> leftOf;          // [instructions of right] matched instruction of left, or kNone
  std::vector<uint8_t> left, right;           // [instructions of each module] bits of Difference; 0 if unmatched
  std::vector<ComputationId> computationsOf;  // [computations of left] matched computation of right, or kNone

  // Return how an instruction, given by its id in the left or the right module, changed.
  Change ofLeft(InstructionId id) const;
  Change ofRight(InstructionId id) const;
  // Returns the number of instructions of each Change, [kChanges]; a matched pair counts once.
  std::array<size_t, kChanges> counts() const;
};

// An attribute of the HloModule line, such as is_scheduled, that differs between two modules.
struct ModuleAttribute {
  std::string_view name;
  std::optional<std::string> left, right;  // value in each module, without line breaks; nullopt: not written
};

// Returns the attributes of the HloModule lines that differ, in the order of the left line, then those that only the
// right one has. White space and comments do not count, and neither does whether a default value is written:
// is_scheduled=false, one replica, or the entry computation's own layouts as entry_computation_layout.
std::vector<ModuleAttribute> compareAttributes(const hlo::Module& left, const hlo::Module& right);

// Matches the instructions of two modules one to one. Computations match top down from the entry, through the
// instructions that call them. Within two matched computations, instructions match by the expression they compute, then
// by their users, by matched neighbours and by name. Instructions that are still unmatched are then matched across
// computations. O(n log n),
// n = instructions + operands.
Diff compare(const hlo::Module& left, const hlo::Module& right);

// One line of a side-by-side view: an instruction of each module; kNone where a module has no such instruction.
struct Row {
  InstructionId left = kNone, right = kNone;
};
// A computation in the side-by-side view: the ids in both modules (kNone: only in the other) and its lines, which begin
// at `firstRow` and end where the next section begins.
struct Section {
  uint32_t firstRow = 0;
  ComputationId left = kNone, right = kNone;
};
// A side-by-side view of two modules; each instruction appears once. Sections: the entry, then the computations of the
// right module in file order, then those that only the left one has. Rows are in the order of the right module's text;
// a removed instruction follows the line that it follows in the left module's text.
struct SideBySide {
  std::vector<Row> rows;  // lines, section by section
  std::vector<Section> sections;
};
SideBySide sideBySide(const hlo::Module& left, const hlo::Module& right, const Diff& diff);

// Formats an instruction as one line of HLO text, "dot.3 = f32[4,2]{1,0} dot(x, y), lhs_contracting_dims={1}", without
// metadata; shape, literal and attribute values are cut to 120 bytes.
std::string lineOf(const hlo::Module& module, InstructionId id);
// Formats two matched instructions; a side whose id is kNone is empty. If the lines differ only in what lineOf cuts,
// shows the part of each around the first difference instead.
std::pair<std::string, std::string> linesOf(const hlo::Module& left, InstructionId leftId, const hlo::Module& right,
                                            InstructionId rightId);
// Formats both sides of an attribute as "is_scheduled=true", cut in the same way.
std::pair<std::string, std::string> linesOf(const ModuleAttribute& attribute);

// Compares two modules and formats the result as JSON. `attributes` are those of compareAttributes; `changes` lists the
// instructions that are not unchanged, in the order of sideBySide. The file names are only reported. {version, left:
// {file, name, instructions}, right: {...}, counts: {unchanged, layout, ...},
//  attributes: [{name, left, right}],  null: not written
//  changes: [{change, differs: ["layout", ...], left?: {name, computation, line}, right?: {...}}]}
std::string formatDiffJson(const hlo::Module& left, std::string_view leftFile, const hlo::Module& right,
                           std::string_view rightFile);

}  // namespace hlorank::diff
