// Parsers of shardings and of device groups of collectives. They check the syntax and keep no value.
#pragma once

#include "shared/hlo/cursor.h"

namespace hlorank::hlo {

// Parses {replicated}, {maximal device=0}, {devices=[2,2]0,1,2,3}, {devices=[2,2]<=[4] last_tile_dim_replicate},
// {mesh['x'=2,'y'=4], [{'x'}, {?}], replicated={'y'}}, or a tuple {{..},{..}}. The number of devices must equal the
// number of tiles, and axes must exist in the mesh.
bool parseSharding(Cursor& cursor);

// Parses {{0,1},{2,3}}, [2,4]<=[8], [2,4]<=[4,2]T(1,0), or mesh['x'=2,'y'=4] {'x'}. O(text).
bool parseDeviceGroups(Cursor& cursor);

// Parses {kind="sharding", entry=SHARDING, exit=SHARDING}
bool parseDomain(Cursor& cursor);

}  // namespace hlorank::hlo
