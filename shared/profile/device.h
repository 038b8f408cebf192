// The machine that a profile was measured on, as a trace names it.
#pragma once

#include <optional>
#include <string>

#include "shared/cost/machine.h"
#include "shared/profile/profile.h"

namespace hlorank::profile {

// Returns the name of the GPU or TPU that Profile::machine names, such as "NVIDIA H200"; empty if it names none.
std::string deviceOf(const Profile& profile);

// Returns the peak rates of the GPU or TPU that Profile::machine names. Traces of TPUs state two of them; the rates of
// other kinds of arithmetic are then derived from these and from tpu-v5e. Otherwise they are those of the built-in
// machine whose name occurs in the name of the device, such as h100 in "NVIDIA H100 80GB HBM3". nullopt if the profile
// names no device, as for CPUs, or the rates are unknown.
std::optional<cost::Machine> machineOf(const Profile& profile);

}  // namespace hlorank::profile
