// Parsers of attributes that describe the origin of an instruction or that tools attach. They check the syntax and move
// past the value; the caller keeps its text. Like all parsers over a Cursor, they return false after recording an
// error.
#pragma once

#include "shared/hlo/cursor.h"

namespace hlorank::hlo {

// Parses {op_name="..." source_line=1 ...}: fields separated by optional commas. Unknown fields are accepted with any
// value.
bool parseMetadata(Cursor& cursor);
bool parseMetadataList(Cursor& cursor);  // parses the fields of parseMetadata, or a list of them: {{..},{..}}
// Parses the value of frontend_attributes=, {name="text",name={json}}.
bool parseFrontendAttributes(Cursor& cursor);
// Parses the value of statistics=, {visualizing_index=1,stat-1=33,stat-2=44.5}.
bool parseStatistics(Cursor& cursor);
// Parses the value of origin=, {({"a" {0}},{"b"})} or {[synthetic_call]}: for each leaf of the result, the value of the
// unoptimised program that it corresponds to.
bool parseOrigin(Cursor& cursor);
// Parses one value of the unoptimised program, {"name" {index}} (instruction name and tuple index), or {} for none.
bool parseOriginalArray(Cursor& cursor);

// Skips a value of unknown grammar: a string, or everything up to the next comma, space or closing bracket outside
// brackets.
bool parseOpaqueValue(Cursor& cursor);

}  // namespace hlorank::hlo
