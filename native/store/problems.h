// Warnings about data quality: TpuGraphs programs whose run times are known to be wrong, and suspicious run times of
// any program.
#pragma once

#include <string>
#include <vector>

#include "native/store/repeats.h"

namespace hlorank::store {

// Returns the problems with the run times of program `name`, each as a clause of text such as "all its run times are
// equal". Empty if there are no problems.
std::vector<std::string> findProblems(const std::string& name, const Times& times, Kind kind);

}  // namespace hlorank::store
