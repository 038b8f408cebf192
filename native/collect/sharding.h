// Finds out whether a program is meant to run on several devices.
#pragma once

#include <string>
#include <string_view>

#include "shared/hlo/module.h"

namespace hlorank::collect {

// Returns whether a sharding needs several devices: it splits an array, or names another device than 0. False for
// {replicated}, {maximal device=0} and meshes of one device. `text`: value of the attribute `sharding`, which
// hlo::readModule has checked.
bool needsDevices(std::string_view text);

// Returns why a program needs several devices, by its first instruction that does: it has such a sharding, exchanges
// data with other devices, or splits arrays for a shard_map. Such as "x has sharding={devices=[1,4]<=[4]}". Returns ""
// if the program needs one device. O(module).
std::string explainDevices(const hlo::Module& module);

}  // namespace hlorank::collect
