// Converts the metadata of instructions from OpMetadata (xla/xla_data.proto) to HLO text.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::hlo::proto {

// Appends the content of metadata={...} for a serialised OpMetadata, such as op_name="..." source_file="...". `payload`
// is the value of metadata_payload="...", which the caller looks up, because the message may have only its index in the
// module; empty if there is none.
void appendMetadata(std::string& out, std::string_view message, std::string_view payload = {});

}  // namespace hlorank::hlo::proto
