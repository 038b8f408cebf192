// A configuration as what a compiler is told: which tensors of a program are to lie in which order.
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

// One constrained slot, in words.
struct Constraint {
  std::string computation, instruction, opcode, shape, tensor, value;
  std::string op;                // op_name of its metadata
  hlo::SourceLine source;        // empty where the metadata says nothing
  configs::Layout layout, base;  // what it is to have, and what it has in the configuration that changes are told from
  bool changed = false;          // the two differ
};

// For every slot of a choice, the changed ones first. A row that the slot does not have leaves it to the compiler. The
// table's nodes must be instructions of the module.
std::vector<Constraint> constraintsOf(const hlo::Module& module, const configs::LayoutTable& table,
                                      std::span<const uint8_t> choice, std::span<const uint8_t> base);

// The same for hlo::printConstrained.
std::vector<hlo::LayoutConstraint> layoutConstraints(const configs::LayoutTable& table,
                                                     std::span<const uint8_t> choice);

// Python: `opening` (lines of comment), and a line of JAX for every constraint; `none` where there is none.
std::string jaxOf(std::span<const Constraint> constraints, std::string_view opening, std::string_view none);

}  // namespace hlorank::session
