// Infers result shapes that the text omits, and verifies instructions against their operands as XLA does.
#pragma once

#include <string>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Infers the result shape of an instruction whose opcode, operands, attributes, dimensions and details are filled in.
// Rules: xla/service/shape_inference.cc. Returns kNone and sets `problem` when the shape does not follow from the
// operands ("... needs its shape written") or the operands do not fit.
ShapeId inferShape(Module& module, const Instruction& instruction, std::string& problem);

// The effective shape of a verified instruction. For send, recv, their -done, infeed, outfeed, after-all and
// add-dependency it follows from the transferred data, whatever the text says; for all others it is the written one.
ShapeId effectiveShape(Module& module, const Instruction& instruction);

// Checks an instruction with a written shape as XLA's parser and verifier do (docs/checks.md lists the checks). Returns
// false and sets `problem` for what XLA rejects. Harmless errors in real dumps of other compilers are appended to
// module.warnings; the caller adds their location. O(operands + dimensions).
bool verifyInstruction(Module& module, const Instruction& instruction, std::string& problem);

// Checks the parameter numbers of all computations, and the aliases of the HloModule line, whose errors only give
// warnings. Returns false for what XLA's parser rejects and sets `problem` and `at` (the instruction; kNone: the module
// as a whole). O(module).
bool verifyModule(Module& module, std::string& problem, InstructionId& at);

}  // namespace hlorank::hlo
