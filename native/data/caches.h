// Reads which caches the machine had that measured a program.
#pragma once

#include <optional>
#include <string>

#include "shared/base/result.h"
#include "shared/simulation/caches.h"

namespace hlorank::data {

// Returns the object `machine.caches` of the file store.json that `hlorank collect` wrote beside `path`, the file of a
// program. Fields that the object lacks keep their initial values. nullopt if there is no such file or object. Error,
// with the path of store.json: it cannot be read, or a field is not a valid number.
Result<std::optional<simulation::Caches>> readCaches(const std::string& path);

}  // namespace hlorank::data
