// Parsers of shardings and of the device groups of collectives. They check the syntax and store nothing.
#pragma once

#include "shared/hlo/cursor.h"

namespace hlorank::hlo {

// Checks a sharding: {replicated}, {maximal device=0}, {devices=[2,2]0,1,2,3}, {devices=[2,2]<=[4]
// last_tile_dim_replicate}, {mesh['x'=2,'y'=4], [{'x'}, {?}], replicated={'y'}}, or a tuple {{..},{..}}. The number of
// devices must equal the number of tiles, and every axis must exist in the mesh.
bool parseSharding(Cursor& cursor);

// Checks the device groups of a collective: {{0,1},{2,3}}, [2,4]<=[8], [2,4]<=[4,2]T(1,0), or mesh['x'=2,'y'=4] {'x'}.
// O(text).
bool parseDeviceGroups(Cursor& cursor);

// Checks the value of domain=: {kind="sharding", entry=SHARDING, exit=SHARDING}.
bool parseDomain(Cursor& cursor);

}  // namespace hlorank::hlo
