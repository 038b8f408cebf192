// What is known to be wrong with programs of TpuGraphs, and how it shows in any.
#pragma once

#include <string>
#include <vector>

#include "native/store/repeats.h"

namespace hlorank::store {

// A sentence for each, for the name and for the times.
std::vector<std::string> problemsOf(const std::string& name, const Times& times, Kind kind);

}  // namespace hlorank::store
