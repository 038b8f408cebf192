// What the compiler simulation (simulator.h) assumes: which of its parts are on, and the caches of the machine.
#pragma once

#include "shared/simulation/caches.h"

namespace hlorank::simulation {

// The switches turn off parts of the simulation, to measure how much each part improves a ranking.
struct Rules {
  // Whether layout constraints propagate to other values. If false, other values are row-major, so that each constraint
  // causes a copy.
  bool propagates = true;
  bool fuses = true;  // whether operations are fused into the loops of their readers; if false, each has its own loop
  // Whether the features of memory accesses describe cache conflicts; if false, none are assumed.
  bool conflicts = true;
  Caches caches;
};

}  // namespace hlorank::simulation
