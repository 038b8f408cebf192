// Parsers of attributes that state where an instruction comes from or that tools attach to it. They check the syntax
// and move past the value without storing it. Like all parsers over a Cursor, they return false after recording an
// error.
#pragma once

#include "shared/hlo/cursor.h"

namespace hlorank::hlo {

// Parses a metadata value such as {op_name="..." source_line=1}. Commas between the fields are optional. Accepts
// unknown fields with any value.
bool parseMetadata(Cursor& cursor);
bool parseMetadataList(Cursor& cursor);  // parses one metadata value {...}, or a list of them {{..},{..}}
// Parses the value of frontend_attributes=, such as {name="text",name={json}}.
bool parseFrontendAttributes(Cursor& cursor);
// Parses the value of statistics=, such as {visualizing_index=1,stat-1=33,stat-2=44.5}.
bool parseStatistics(Cursor& cursor);
// Parses the value of origin=, such as {({"a" {0}},{"b"})} or {[synthetic_call]}. The value names, for each leaf of the
// result's tuple shape, the corresponding value of the unoptimised program.
bool parseOrigin(Cursor& cursor);
// Parses a reference to a value of the unoptimised program: {"instruction name" {tuple index}}, or {} for none.
bool parseOriginalArray(Cursor& cursor);

// Skips an attribute value of unknown grammar. The value is a string, or everything up to the next comma, space or
// closing bracket that is not inside brackets.
bool parseOpaqueValue(Cursor& cursor);

}  // namespace hlorank::hlo
