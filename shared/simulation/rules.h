// Parts of the simulation that can be left out, to measure what each contributes to a ranking.
#pragma once

namespace hlorank::simulation {

struct Rules {
  bool propagates =
      true;           // constraints pass their layouts on; false: every value is row-major, and each constraint a copy
  bool fuses = true;  // operations are computed in the loops of their readers; false: each has a loop of its own
  bool conflicts = true;  // loops have the inputs about cache conflicts; false: those inputs are 0
};

}  // namespace hlorank::simulation
