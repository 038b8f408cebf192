// Measures the time of every instruction of a program's optimised module.
#pragma once

#include <functional>
#include <string>

#include "native/collect/worker.h"
#include "shared/hlo/module.h"
#include "shared/profile/profile.h"

namespace hlorank::collect {

struct ProfileOptions {
  int passes = 5;       // traces; each begins with one run that does not count
  double window = 0.2;  // seconds of runs in each pass, without tracing and then again with it
  uint64_t seed = 1;    // random seed of the input values
};

// Compiles a program on XLA:CPU, runs it on random inputs and traces the runs with jax.profiler. `progress` is called
// after each pass; if it returns false, no further pass is made. A pass ends early when its trace has about 32 MiB.
// Error: the program cannot be measured (see checkMeasurable), does not compile or run, or has no instruction that
// takes time.
Result<profile::Profile> measureProfile(Worker& worker, const WorkerOptions& options, const hlo::Module& module,
                                        const ProfileOptions& profileOptions,
                                        const std::function<bool(int passes)>& progress);

}  // namespace hlorank::collect
