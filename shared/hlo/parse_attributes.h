// Parsers of instruction attributes, `(, name=value)*`, of the HloModule line and of constants.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Lookup of names that attributes refer to; implemented by TextReader.
class References {
 public:
  virtual ~References() = default;
  // Reads the name of a computation defined earlier, or parses an inline computation `{ ... }` and adds it to the
  // module. Fails at the cursor if no computation has that name.
  virtual bool computation(Cursor& cursor, ComputationId& out) = 0;
  // Finds an instruction of the current computation by name. Returns its index in text order; kNone when the text has
  // not defined it yet.
  virtual InstructionId instruction(std::string_view name) = 0;
};

// Parses all attributes that follow, starting at the comma. Fills in attributes, dimensions, details, number (of
// get-tuple-element), controlPredecessors and calledComputations, the last in the order of HloInstructionProto:
// to_apply; body, condition; true, false; branches; select, scatter. Fails for attributes that are not allowed,
// repeated, missing or malformed.
// `allowed`: the opcode whose attributes are accepted; for an asynchronous shorthand such as add-start, the wrapped
// opcode.
bool parseAttributes(Cursor& cursor, Module& module, References& references, Opcode allowed, Instruction& instruction);

// Parses the attributes of the HloModule line, starting at the comma after the module name (or at the end of the line),
// and the tables FileNames to StackFrames after it. Fills module.attributes and module.stackTables.
bool parseModuleHeader(Cursor& cursor, Module& module);

// Parses the value of a constant between its parentheses and checks it against `shape` (nesting, counts, range of the
// element type). `literal` is the view of the value in the text.
bool parseLiteral(Cursor& cursor, Module& module, ShapeId shape, std::string_view& literal);

}  // namespace hlorank::hlo
