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
  // module. Fails at the cursor when no computation has that name.
  virtual bool computation(Cursor& cursor, ComputationId& out) = 0;
  // The instruction of the current computation with this name, as an index in text order; kNone when it is not defined
  // yet.
  virtual InstructionId instruction(std::string_view name) = 0;
};

// Parses all attributes that follow, starting at the comma. Fills attributes, dimensions, details, controlPredecessors,
// number (of get-tuple-element) and calledComputations of the instruction, the last in proto order: to_apply; body,
// condition; true, false; branches; select, scatter. Fails for attributes that are not allowed, repeated, missing or
// malformed.
// `allowed`: the opcode whose attributes are accepted; for a sugared asynchronous -start the wrapped opcode.
bool parseAttributes(Cursor& cursor, Module& module, References& references, Opcode allowed, Instruction& instruction);

// Parses the attributes of the HloModule line, starting at the comma after the module name (or at the end of the line),
// and the tables FileNames to StackFrames after it. Fills module.attributes and module.stackTables.
bool parseModuleHeader(Cursor& cursor, Module& module);

// Parses the value of a constant between its parentheses. Checks it against the shape (nesting, counts, range of the
// type); `literal` is a view of the text.
bool parseLiteral(Cursor& cursor, Module& module, ShapeId shape, std::string_view& literal);

}  // namespace hlorank::hlo
