// Infers result shapes that the text omits, and verifies instructions against their operands as XLA does.
#pragma once

#include <string>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Infers the result shape of an instruction whose opcode, operands, attributes, dimensions and details are filled in.
// Rules: xla/service/shape_inference.cc. Returns kNone and sets `problem` to the reason if the shape does not follow
// from the operands ("... needs its shape written") or the operands are invalid for the opcode.
ShapeId inferShape(Module& module, const Instruction& instruction, std::string& problem);

// Returns the shape that XLA gives a verified instruction. For send, recv, their -done, infeed, outfeed, after-all and
// add-dependency it is inferred from the transferred data, and the shape in the text is ignored; for all others it is
// the shape in the text.
ShapeId effectiveShape(Module& module, const Instruction& instruction);

// Checks an instruction with a written shape as XLA's parser and verifier do (docs/checks.md lists the checks). Returns
// whether XLA accepts the instruction; if not, sets `problem` to the reason. Harmless errors that occur in dumps of
// other compilers only add warnings to module.warnings; the caller adds their location. O(operands + dimensions).
bool verifyInstruction(Module& module, const Instruction& instruction, std::string& problem);

// Checks the parameter numbers of all computations, and the aliases of the HloModule line; errors in aliases only add
// warnings. Returns whether XLA's parser accepts the module; if not, sets `problem` to the reason and `at` to the
// instruction (kNone: the module as a whole). O(module).
bool verifyModule(Module& module, std::string& problem, InstructionId& at);

}  // namespace hlorank::hlo
