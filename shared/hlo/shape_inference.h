// Infers result shapes that HLO text omits, and verifies instructions against their operands as XLA does.
#pragma once

#include <string>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Infers the result shape of an instruction from its opcode, operands, attributes, dimensions and details, by the rules
// of xla/service/shape_inference.cc. If the operands do not determine the shape or are invalid for the opcode, returns
// kNone and sets `problem` to the reason.
ShapeId inferShape(Module& module, const Instruction& instruction, std::string& problem);

// Returns the shape that XLA uses for a verified instruction. For infeed, outfeed, send, recv, send-done, recv-done,
// after-all and add-dependency, XLA infers the shape from the transferred data and ignores the written one. For all
// other opcodes, XLA uses the written shape.
ShapeId effectiveShape(Module& module, const Instruction& instruction);

// Checks an instruction with a written shape as XLA's parser and verifier do (docs/checks.md lists the checks). If XLA
// would reject the instruction, returns false and sets `problem` to the reason. For harmless errors, which are known
// from dumps of other compilers, adds warnings without a location to module.warnings. O(operands + dimensions).
bool verifyInstruction(Module& module, const Instruction& instruction, std::string& problem);

// Checks the parameter numbers of all computations and the aliases in the HloModule line. O(module). If XLA's parser
// would reject the module, returns false, sets `problem` to the reason and `at` to the instruction. `at` is kNone if
// the error concerns the module as a whole. Errors in aliases only add warnings.
bool verifyModule(Module& module, std::string& problem, InstructionId& at);

}  // namespace hlorank::hlo
