// Parser of literals that are written with their shape. parseLiteral in parse_attributes.h parses the values of
// constants.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Parses and checks the value of the attribute `literal`: a shape and a value, or a tuple of these such as (s32[2] {1,
// 2}, pred[] true).
bool parseTypedLiteral(Cursor& cursor, Module& module);

}  // namespace hlorank::hlo
