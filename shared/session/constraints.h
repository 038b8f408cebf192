// Expresses a configuration as layout constraints: which tensors of a program must have which dimension order.
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

// The constraint of one slot, with names for people.
struct Constraint {
  std::string computation, instruction, opcode;  // of the instruction that the slot belongs to
  std::string shape, tensor, value;              // shape; "output" or "operand N"; instruction that computes the tensor
  std::string op;                                // op_name of the instruction's metadata
  hlo::SourceLine source;                        // empty if the metadata has no source line
  configs::Layout layout, base;                  // the required layout, and the one in the base configuration
  bool changed = false;                          // whether they differ
};

// The constraints of all slots of a choice, changed slots first. A row number beyond the slot's rows means that the
// compiler chooses: such slots have no constraint. The table's nodes must be instructions of the module.
std::vector<Constraint> constraintsOf(const hlo::Module& module, const configs::LayoutTable& table,
                                      std::span<const uint8_t> choice, std::span<const uint8_t> base);

// The same constraints in the form that hlo::printConstrained takes.
std::vector<hlo::LayoutConstraint> layoutConstraints(const configs::LayoutTable& table,
                                                     std::span<const uint8_t> choice);

// Python text: `opening` (comment lines), then one JAX statement per constraint, or the comment `none` if there is
// none.
std::string writeJax(std::span<const Constraint> constraints, std::string_view opening, std::string_view none);

}  // namespace hlorank::session
