// The machine that a profile was measured on, as a trace names it.
#pragma once

#include <optional>

#include "shared/cost/machine.h"
#include "shared/profile/profile.h"

namespace hlorank::profile {

// Returns the peak rates of the GPU or TPU that Profile::machine names: those of the built-in machine whose name occurs
// in the name of the device, such as h100 in "NVIDIA H100 80GB HBM3"; for other TPUs, the rates that the trace states.
// nullopt if the profile names no device, as for CPUs, or the rates are unknown.
std::optional<cost::Machine> machineOf(const Profile& profile);

}  // namespace hlorank::profile
