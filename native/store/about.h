// Converts store::About, the metadata of a program in a .prepared file (written by `hlorank prepare`), to and from
// JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "native/store/stored_program.h"

namespace hlorank::store {

// Converts the metadata of a program to a JSON object with one key per field, in snake case.
nlohmann::ordered_json toJson(const About& about);

// Parses the JSON of toJson(About). Returns nullopt if the text is not a JSON object, a field is missing, or a field
// has the wrong type.
std::optional<About> parseAbout(std::string_view json);

}  // namespace hlorank::store
