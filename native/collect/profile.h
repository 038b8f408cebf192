// Measures the time of every instruction of a program's optimised module.
#pragma once

#include <functional>
#include <string>

#include "native/collect/worker.h"
#include "shared/hlo/module.h"
#include "shared/profile/profile.h"

namespace hlorank::collect {

struct ProfileOptions {
  int passes = 5;       // number of traces; each begins with one warm-up run that is not counted
  double window = 0.2;  // for each trace, run the program this many seconds without tracing, then as long with it
  uint64_t seed = 1;    // random seed of the input values
};

// Compiles a program on XLA:CPU, runs it on random inputs and traces the runs with jax.profiler. Calls `progress` after
// each trace with the number of traces so far; returning false stops. A trace that reaches about 32 MiB ends early.
// Error: the program cannot be measured (see checkMeasurable), does not compile or run, or has no instruction that
// takes time.
Result<profile::Profile> measureProfile(Worker& worker, const WorkerOptions& options, const hlo::Module& module,
                                        const ProfileOptions& profileOptions,
                                        const std::function<bool(int passes)>& progress);

}  // namespace hlorank::collect
