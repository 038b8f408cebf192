// Times every instruction of an executable.
#pragma once

#include <vector>

#include "native/collect/worker.h"
#include "shared/configs/instruction_times.h"

namespace hlorank::collect {

// Traces the runs of executable `id` of a worker process. Returns the times in the order in which instructions first
// ran, with InstructionTime::configuration 0 and without instructions that have no time of their own, such as bitcasts.
// `timeout`: limit in seconds for the first two runs, from which that for the others follows. Error: the executable
// does not run, or its trace cannot be read.
Result<std::vector<configs::InstructionTime>> timeInstructions(Worker& worker, int id, double timeout);

}  // namespace hlorank::collect
