// Constants of the simulated accelerator whose run times `hlorank synth` generates. Memory bandwidth and register shape
// are similar to a TPU's.
#pragma once

#include <cstdint>

namespace hlorank::synth {

inline constexpr double kBytesPerNanosecond = 900;          // memory bandwidth, bytes per ns
inline constexpr int64_t kLanes = 128, kSublaneBytes = 32;  // a register has 128 lanes of 32 bytes
inline constexpr uint64_t kNoiseSeed = 0x6e6f697365;        // random seed of the measurement noise

}  // namespace hlorank::synth
