// What stands in a file's header, as JSON and back.
#pragma once

#include <nlohmann/json.hpp>

#include "native/store/stored_program.h"

namespace hlorank::store {

nlohmann::ordered_json toJson(const About& about);

// Nothing when a field is missing or of another type.
std::optional<About> aboutOf(std::string_view json);

}  // namespace hlorank::store
