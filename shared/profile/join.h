// Assigns the measured instruction times of a profile (profile.h) to the instructions of an HLO module.
#pragma once

#include "shared/cost/measured.h"
#include "shared/hlo/module.h"
#include "shared/profile/profile.h"

namespace hlorank::profile {

// Returns the median and spread of each instruction's measured times. Matches the instructions of the profile and of
// `module` by name. Error: over half of the measured time belongs to instructions that the module does not have.
// O(instructions · runs).
Result<cost::MeasuredTimes> joinProfile(const Profile& profile, const hlo::Module& module);

// Returns the result of joinProfile for the profile that fits the module. This is the first one that has the module's
// name and for which joinProfile succeeds. If there is none, it is the first one for which joinProfile succeeds. If
// that fails for all, returns the error for the first profile. `profiles` must not be empty.
Result<cost::MeasuredTimes> joinProfiles(const std::vector<Profile>& profiles, const hlo::Module& module);

}  // namespace hlorank::profile
