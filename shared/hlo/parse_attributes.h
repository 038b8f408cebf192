// Parsers of the attributes of instructions, `(, name=value)*`, the attributes of the HloModule line, and the values of
// constants.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Finds the computations and instructions that attributes name. Implemented by TextReader.
class References {
 public:
  virtual ~References() = default;
  // Reads the name of a computation that was defined earlier, or parses an inline computation `{ ... }` and adds it to
  // the module. Fails if no computation has the name.
  virtual bool computation(Cursor& cursor, ComputationId& out) = 0;
  // Returns the index, in text order, of the instruction with this name in the current computation. Returns kNone if
  // the text has not defined that instruction yet.
  virtual InstructionId instruction(std::string_view name) = 0;
};

// Parses all attributes of an instruction, starting at the comma before the first. Fills in the fields attributes,
// dimensions, details, number (of get-tuple-element), controlPredecessors and calledComputations. Fails for attributes
// that are not allowed, repeated, missing or malformed.
// calledComputations are in the order of HloInstructionProto: to_apply; body, condition; true, false; branches; select,
// scatter. `allowed` is the opcode whose attributes are accepted. For the shorthand add-start, it is add.
bool parseAttributes(Cursor& cursor, Module& module, References& references, Opcode allowed, Instruction& instruction);

// Parses the attributes of the HloModule line, starting after the module name, and the tables FileNames to StackFrames
// below the line. Fills module.attributes and module.stackTables.
bool parseModuleHeader(Cursor& cursor, Module& module);

// Parses the value of a constant between its parentheses. Checks nesting, number and range of the elements against
// `shape`. `literal` receives the text of the value.
bool parseLiteral(Cursor& cursor, Module& module, ShapeId shape, std::string_view& literal);

}  // namespace hlorank::hlo
