// Metadata of instructions in protos (OpMetadata of xla/xla_data.proto) as HLO text.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::hlo::proto {

// op_name="..." source_file="..." : what stands in the braces of metadata={...}, from an OpMetadata. `payload` is the
// text of its payload, resolved by the caller, or empty.
void appendMetadata(std::string& out, std::string_view message, std::string_view payload = {});

}  // namespace hlorank::hlo::proto
