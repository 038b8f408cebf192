// Expresses a configuration, which assigns a layout to tensors of a program, as one layout constraint per tensor. A
// slot is an output or operand whose layout can be chosen: the output, operand 0 or operand 1 of a dot, convolution or
// reshape.
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

// Requires one layout of one tensor (an output or operand of an instruction), and names that tensor for messages.
struct Constraint {
  std::string computation, instruction, opcode;  // names of the instruction whose output or operand is constrained
  // `shape` is the shape of the tensor without layout. `tensor` is "output" or "operand N". `value` is the name of the
  // instruction that computes the tensor.
  std::string shape, tensor, value;
  std::string op;                // op_name in the instruction's metadata; "" if the metadata has none
  hlo::SourceLine source;        // source line in the instruction's metadata; empty if the metadata has none
  configs::Layout layout, base;  // the required layout (layout), and the tensor's layout before the change (base)
  bool changed = false;          // whether `layout` differs from `base`
};

// Returns one constraint per slot (output or operand whose layout can be chosen). Those whose layout differs from
// `base` come first. `choice` and `base` give for each slot the index of its layout in `table`. A tensor is left to the
// compiler, without a constraint, if the index is past the slot's last layout or if the layout is kAbsent. The nodes of
// `table` must be instructions of `module`.
std::vector<Constraint> constraintsOf(const hlo::Module& module, const configs::LayoutTable& table,
                                      std::span<const uint8_t> choice, std::span<const uint8_t> base);

// Returns the layouts of `choice` as the constraints that hlo::printConstrained prints. `choice` has, for each tensor
// whose layout can be chosen, the index of its layout in `table`. Tensors left to the compiler get no constraint.
std::vector<hlo::LayoutConstraint> layoutConstraints(const configs::LayoutTable& table,
                                                     std::span<const uint8_t> choice);

// Writes Python code that sets the constraints with JAX: the comment lines `opening`, an import, and one statement per
// constraint. If there are no constraints, writes the comment `none` instead of statements.
std::string writeJax(std::span<const Constraint> constraints, std::string_view opening, std::string_view none);

}  // namespace hlorank::session
