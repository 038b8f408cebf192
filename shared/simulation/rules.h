// Switches that turn off parts of the compiler simulation (simulator.h), to measure how much each part improves a
// ranking.
#pragma once

namespace hlorank::simulation {

struct Rules {
  // Whether layout constraints propagate to other values. If false, other values are row-major, so that each constraint
  // causes a copy.
  bool propagates = true;
  bool fuses = true;      // whether operations are fused into the loops of their readers; false: each has its own loop
  bool conflicts = true;  // whether the features of memory accesses describe cache conflicts; false: none are assumed
};

}  // namespace hlorank::simulation
