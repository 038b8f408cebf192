// Data quality warnings: TpuGraphs programs whose run times are known to be wrong, and suspicious run times of any
// program.
#pragma once

#include <string>
#include <vector>

#include "native/store/repeats.h"

namespace hlorank::store {

// Returns one clause per problem of the program `name`, such as "all its run times are equal". Empty: none found.
std::vector<std::string> findProblems(const std::string& name, const Times& times, Kind kind);

}  // namespace hlorank::store
