// Data quality warnings: programs of TpuGraphs known to be wrong, and suspicious run times of any program.
#pragma once

#include <string>
#include <vector>

#include "native/store/repeats.h"

namespace hlorank::store {

// One English sentence per problem, from the program's name and its run times.
std::vector<std::string> findProblems(const std::string& name, const Times& times, Kind kind);

}  // namespace hlorank::store
