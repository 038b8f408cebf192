// Spellings of the values of XLA enumerations, as in HLO text. The index of a word in its list is the number of the
// value in xla/xla_data.proto or xla/service/hlo.proto.
#pragma once

#include <string_view>

namespace hlorank::hlo {

inline constexpr std::string_view kPaddingTypes[] = {"PADDING_INVALID", "PADDING_VALID", "PADDING_SAME"};
inline constexpr std::string_view kSchedules[] = {"SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"};
inline constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
inline constexpr std::string_view kApiVersions[] = {"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL",
                                                    "API_VERSION_STATUS_RETURNING",
                                                    "API_VERSION_STATUS_RETURNING_UNIFIED", "API_VERSION_TYPED_FFI"};

// Words for the values of PrecisionConfig::Precision in xla/xla_data.proto. The index of a word is the number of its
// value.
inline constexpr std::string_view kPrecisions[] = {"default", "high", "highest"};

inline constexpr std::string_view kDotAlgorithms[] = {"unset",
                                                      "dot_any_f8_any_f8_f32",
                                                      "dot_any_f8_any_f8_f32_fast_accum",
                                                      "dot_f16_f16_f16",
                                                      "dot_f16_f16_f32",
                                                      "dot_bf16_bf16_bf16",
                                                      "dot_bf16_bf16_f32",
                                                      "dot_bf16_bf16_f32_x3",
                                                      "dot_bf16_bf16_f32_x6",
                                                      "dot_tf32_tf32_f32",
                                                      "dot_tf32_tf32_f32_x3",
                                                      "dot_f32_f32_f32",
                                                      "dot_f64_f64_f64",
                                                      "dot_bf16_bf16_f32_x9"};

}  // namespace hlorank::hlo
