// Values that carry their own shapes; plain constants are parseLiteral in parse_attributes.h.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// The value of `literal=`: `SHAPE VALUE`, or a tuple of such: `(s32[2] {1, 2}, pred[] true)`. Checked, not kept.
bool parseTypedLiteral(Cursor& cursor, Module& module);

}  // namespace hlorank::hlo
