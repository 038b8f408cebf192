// Spellings of XLA enumerations that occur in HLO text and in protos. The index of a word is its number in
// xla/xla_data.proto or xla/service/hlo.proto.
#pragma once

#include <string_view>

namespace hlorank::hlo {

inline constexpr std::string_view kPaddingTypes[] = {"PADDING_INVALID", "PADDING_VALID", "PADDING_SAME"};
inline constexpr std::string_view kSchedules[] = {"SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"};
inline constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
inline constexpr std::string_view kApiVersions[] = {"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL",
                                                    "API_VERSION_STATUS_RETURNING",
                                                    "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};

}  // namespace hlorank::hlo
