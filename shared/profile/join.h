// Finds the instructions of a module that a profile measured.
#pragma once

#include "shared/cost/measured.h"
#include "shared/hlo/module.h"
#include "shared/profile/profile.h"

namespace hlorank::profile {

// Medians and spreads of the times of a profile, by the instructions of `module` with the same names. Error:
// instructions with more than half of the time are not in the module. O(instructions · runs).
Result<cost::MeasuredTimes> joinProfile(const Profile& profile, const hlo::Module& module);

// Chooses the profile of a module: the first one that joins and has the module's name, else the first one that joins.
// Error: none joins. `profiles` must not be empty.
Result<cost::MeasuredTimes> joinProfiles(const std::vector<Profile>& profiles, const hlo::Module& module);

}  // namespace hlorank::profile
