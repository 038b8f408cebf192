// Measures how much repeated measurements of run times differ.
#pragma once

#include <vector>

namespace hlorank::configs {

// Returns the median over configurations of (second shortest / shortest time of its passes − 1), where a pass measures
// a configuration once. Leaves out configurations with fewer than two passes; 0 if none remains. O(times).
double passSpread(const std::vector<std::vector<double>>& passes);

}  // namespace hlorank::configs
