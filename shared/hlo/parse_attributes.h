// The attributes of an instruction: `(, name=value)*` after its operands.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// What the attribute grammar needs from the reader around it: names that refer to something defined earlier.
class References {
 public:
  virtual ~References() = default;
  // [%]name of a computation defined earlier, or an inline one `{ ... }` (then read whole and added to the module).
  // `opcode` is the instruction it is for. Fails at the cursor when there is none of that name.
  virtual bool computation(Cursor& cursor, ComputationId& out) = 0;
  // An instruction of the current computation, already defined, as an index in the order of the text; kNone when there
  // is none.
  virtual InstructionId instruction(std::string_view name) = 0;
};

// Reads all attributes that follow, starting at the comma, and fills instruction.attributes, dimensions, details,
// calledComputations (in the proto's order: to_apply; condition after body as XLA's while proto has [body, condition];
// true, false; branches; select, scatter), controlPredecessors, number (get-tuple-element's index). Checks that every
// attribute is one `allowed` takes, none is given twice, the required ones are there, and each value follows its
// grammar. `allowed` is the opcode whose attributes are taken (for the -start of sugared async operations: the wrapped
// opcode), and may differ from instruction.opcode.
bool parseAttributes(Cursor& cursor, Module& module, References& references, Opcode allowed, Instruction& instruction);

// The attributes of the HloModule line, starting at the comma after the module's name (or at the end of the line), and
// the FileNames ... StackFrames tables after it. Fills module.attributes and module.stackTables.
bool parseModuleHeader(Cursor& cursor, Module& module);

// The value of a constant between its parentheses, checked against the shape (nesting, counts, ranges of the type) and
// kept as a view.
bool parseLiteral(Cursor& cursor, Module& module, ShapeId shape, std::string_view& literal);

}  // namespace hlorank::hlo
