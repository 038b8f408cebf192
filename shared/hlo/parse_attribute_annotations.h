// Attributes that say where an instruction comes from and what tools attached to it. They are checked and kept as
// written; nothing is taken out of them here.
#pragma once

#include "shared/hlo/cursor.h"

namespace hlorank::hlo {

// {op_name="..." source_line=1 ...}: fields separated by optional commas. Fields this grammar does not know are passed
// over, whatever their value.
bool parseMetadata(Cursor& cursor);
bool parseMetadataList(Cursor& cursor);  // one, or {{..},{..}}
// {name="text",name={json}}
bool parseFrontendAttributes(Cursor& cursor);
// {visualizing_index=1,stat-1=33,stat-2=44.5}
bool parseStatistics(Cursor& cursor);
// {({"a" {0}},{"b"})} or {[synthetic_call]}: the values of an earlier program this one stands for.
bool parseOrigin(Cursor& cursor);
// {"name" {index}} or {}
bool parseOriginalArray(Cursor& cursor);

// A value of unknown grammar: a string, or everything up to the next comma, space or closing bracket outside brackets.
bool parseOpaqueValue(Cursor& cursor);

}  // namespace hlorank::hlo
