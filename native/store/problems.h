// Data quality warnings: TpuGraphs programs whose run times are known to be wrong, and suspicious run times of any
// program.
#pragma once

#include <string>
#include <vector>

#include "native/store/repeats.h"

namespace hlorank::store {

// Returns one clause per problem with the run times of program `name`, such as "all its run times are equal"; empty if
// there is none.
std::vector<std::string> findProblems(const std::string& name, const Times& times, Kind kind);

}  // namespace hlorank::store
