// Implements `hlorank rank` for schedules of Halide pipelines and TVM workloads, whose stages are loop nests.
#pragma once

#include "native/rank/ranked.h"

namespace hlorank::evaluate {

// Ranks the schedules of every program in `arguments.paths` and prints them, predicted fastest first. Each line also
// shows the fraction of the run time that each stage (loop nest) takes. Returns the exit code of the process.
int rankSchedules(const rank::ScheduleArguments& arguments);

}  // namespace hlorank::evaluate
