// Expresses a configuration as layout constraints, each of which requires a dimension order of one tensor. A slot is a
// tensor whose layout a configuration sets: the output, operand 0 or operand 1 of a configurable instruction.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/hlo/read.h"
#include "shared/hlo/source_lines.h"

namespace hlorank::session {

// The layout constraint of one slot, with what names the slot in messages.
struct Constraint {
  std::string computation, instruction, opcode;  // names of the slot's instruction
  std::string shape, tensor, value;  // tensor's shape; "output" or "operand N"; instruction that computes the tensor
  std::string op;                    // op_name of the instruction's metadata; "" if it has none
  hlo::SourceLine source;            // empty if the metadata has no source line
  configs::Layout layout, base;      // the required layout, and the layout in the base configuration
  bool changed = false;              // whether `layout` differs from `base`
};

// Returns the constraints of a choice (one row index per slot), those of slots that differ from the choice `base`
// first. A row that is kAbsent, or beyond the slot's last row, leaves the slot to the compiler: it has no constraint.
// The nodes of `table` must be instructions of `module`.
std::vector<Constraint> constraintsOf(const hlo::Module& module, const configs::LayoutTable& table,
                                      std::span<const uint8_t> choice, std::span<const uint8_t> base);

// Returns the constraints of a choice (one row index per slot) as hlo::printConstrained takes them. Slots that the
// choice leaves to the compiler have none.
std::vector<hlo::LayoutConstraint> layoutConstraints(const configs::LayoutTable& table,
                                                     std::span<const uint8_t> choice);

// Writes Python text: the comment lines `opening`, an import, and one JAX statement per constraint; the comment `none`
// if `constraints` is empty.
std::string writeJax(std::span<const Constraint> constraints, std::string_view opening, std::string_view none);

}  // namespace hlorank::session
