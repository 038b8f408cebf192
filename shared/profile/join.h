// Assigns the measured instruction times of a profile (profile.h) to the instructions of an HLO module.
#pragma once

#include <string_view>
#include <vector>

#include "shared/cost/measured.h"
#include "shared/hlo/module.h"
#include "shared/profile/profile.h"

namespace hlorank::profile {

// Returns the median and spread (cost::MeasuredTimes) of each instruction's times. Matches the instructions of the
// profile and of `module` by name, and kernels of CUDA graphs as findInstructions (kernels.h) does. Errors: over half
// of the time, not counting kernels, belongs to instructions that the module does not have; all of it belongs to
// kernels, and none of them matches an instruction. O(instructions · runs).
Result<cost::MeasuredTimes> joinProfile(const Profile& profile, const hlo::Module& module);

// Returns the indices of the profiles of a module of this name. Names are the same if they differ only in numbers that
// XLA appends ("jit_f.1", "jit_f(12)"); equal names come first, and a missing name is the same as any other.
std::vector<size_t> findProfiles(const std::vector<Profile>& profiles, std::string_view module);

// Returns the result of joinProfile for the first profile that has the module's name, as in findProfiles, and for which
// joinProfile succeeds, and sets `*joined` to its index. Error: no profile has the name, or joinProfile fails for those
// that have it. `profiles` must not be empty.
Result<cost::MeasuredTimes> joinProfiles(const std::vector<Profile>& profiles, const hlo::Module& module,
                                         size_t* joined = nullptr);

}  // namespace hlorank::profile
