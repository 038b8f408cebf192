// Switches for parts of the compiler simulation (simulator.h), to measure what each contributes to the quality of a
// ranking.
#pragma once

namespace hlorank::simulation {

struct Rules {
  // Layout constraints propagate to other values; false: other values are row-major, so that each constraint is a copy.
  bool propagates = true;
  bool fuses = true;      // operations are fused into the loops of their readers; false: each has a loop of its own
  bool conflicts = true;  // network inputs describe cache conflicts; false: as if there were none
};

}  // namespace hlorank::simulation
