// Result shapes where the text leaves them out, and the checks XLA makes of an instruction against its operands.
#pragma once

#include <string>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// The result shape of an instruction whose opcode, operands, attributes, dimensions and details are filled in. Returns
// kNone, with `problem` saying why, when the opcode's shape cannot be inferred ("... needs its shape written") or the
// operands do not fit. Rules: xla/service/shape_inference.cc.
ShapeId inferShape(Module& module, const Instruction& instruction, std::string& problem);

// The shape an instruction really has. Transfers and orderings (send, recv, their -done, infeed, outfeed, after-all,
// add-dependency) have the shape that follows from what they move, whatever the text says; all others keep the written
// one. The instruction has been verified.
ShapeId settledShape(Module& module, const Instruction& instruction);

// The checks XLA's parser and verifier make when an instruction with a written shape is created (operand counts and
// shapes, reshape element counts, async shapes, convolution dimension numbers, custom-call constraints, ...). False
// with `problem` for what XLA rejects; what real dumps of other compilers get wrong harmlessly is appended to
// module.warnings instead (without location: the caller adds it). Constant time in operands + dimensions.
bool verifyInstruction(Module& module, const Instruction& instruction, std::string& problem);

// Checks that need the whole module: computation signatures against calls, async chains, aliases of the header. Appends
// warnings; false with `problem` and the offending instruction (kNone: the module) for what XLA's parser rejects.
bool verifyModule(Module& module, std::string& problem, InstructionId& at);

}  // namespace hlorank::hlo
