// Conversion of store::About (the metadata section of a .prepared file) to and from JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "native/store/stored_program.h"

namespace hlorank::store {

nlohmann::ordered_json toJson(const About& about);

// Parses the JSON that toJson wrote. nullopt if a field is missing or has the wrong type.
std::optional<About> parseAbout(std::string_view json);

}  // namespace hlorank::store
