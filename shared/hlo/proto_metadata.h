// Conversion of instruction metadata from OpMetadata (xla/xla_data.proto) to HLO text.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::hlo::proto {

// Appends the fields between the braces of metadata={...}: op_name="..." source_file="...". `payload`: the text of the
// Payload that the metadata refers to; empty if there is none.
void appendMetadata(std::string& out, std::string_view message, std::string_view payload = {});

}  // namespace hlorank::hlo::proto
