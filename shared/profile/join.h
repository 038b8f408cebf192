// Assigns the measured times of a profile (profile.h) to the instructions of an HLO module.
#pragma once

#include "shared/cost/measured.h"
#include "shared/hlo/module.h"
#include "shared/profile/profile.h"

namespace hlorank::profile {

// Returns the medians and spreads of the times of a profile for the instructions of `module`, matched by name. Error:
// over half of the measured time is of instructions that the module does not have. O(instructions · runs).
Result<cost::MeasuredTimes> joinProfile(const Profile& profile, const hlo::Module& module);

// Joins the module with one of `profiles`: the first one that has the module's name and for which joinProfile succeeds,
// else the first one for which it succeeds. Error: that of the first profile, if it succeeds for none. `profiles` must
// not be empty.
Result<cost::MeasuredTimes> joinProfiles(const std::vector<Profile>& profiles, const hlo::Module& module);

}  // namespace hlorank::profile
