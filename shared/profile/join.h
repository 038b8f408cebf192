// Assigns the measured instruction times of a profile (profile.h) to the instructions of an HLO module.
#pragma once

#include "shared/cost/measured.h"
#include "shared/hlo/module.h"
#include "shared/profile/profile.h"

namespace hlorank::profile {

// Returns the median and spread of each instruction's measured times. Matches the instructions of the profile and
// `module` by name. Error: over half of the measured time is of instructions that the module does not have.
// O(instructions · runs).
Result<cost::MeasuredTimes> joinProfile(const Profile& profile, const hlo::Module& module);

// Returns the result of joinProfile for the profile that fits the module: the first one that has the module's name and
// for which joinProfile succeeds, else the first for which it succeeds. If it succeeds for none, returns the error for
// the first profile. `profiles` must not be empty.
Result<cost::MeasuredTimes> joinProfiles(const std::vector<Profile>& profiles, const hlo::Module& module);

}  // namespace hlorank::profile
