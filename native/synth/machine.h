// The accelerator whose run times are made up: a TPU's memory and registers, about.
#pragma once

#include <cstdint>

namespace hlorank::synth {

inline constexpr double kBytesPerNanosecond = 900;
inline constexpr int64_t kLanes = 128, kSublaneBytes = 32;  // a register: 128 lanes of 32 bytes
inline constexpr uint64_t kNoiseSeed = 0x6e6f697365;        // of what a measurement adds

}  // namespace hlorank::synth
