// Reads the modules that a worker process sends.
#pragma once

#include <nlohmann/json.hpp>

#include "shared/base/result.h"
#include "shared/hlo/module.h"

namespace hlorank::collect {

// Reads a module from a string of base64. `name` says in an error what is missing, such as "optimised module". Error:
// the string is empty or no module.
Result<hlo::Module> readEncodedModule(const nlohmann::json& base64, const char* name);

}  // namespace hlorank::collect
