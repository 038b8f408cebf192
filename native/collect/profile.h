// Measures the time of every instruction of a program, as optimised by the compiler.
#pragma once

#include <functional>
#include <string>

#include "native/collect/worker.h"
#include "shared/hlo/module.h"
#include "shared/profile/profile.h"

namespace hlorank::collect {

struct ProfileOptions {
  // Number of traces, after one that only finds the number of runs per trace. Two runs of each trace do not count: the
  // warm-up before it, and its first.
  int traces = 5;
  // Each trace first runs the program without tracing for this number of seconds, and then with tracing for the same
  // time.
  double window = 0.2;
  uint64_t seed = 1;  // random seed of the input values
};

// Traces the runs of executable `id` of a worker process with jax.profiler. After each trace, calls `progress` with the
// number of traces so far; if `progress` returns false, stops. A trace that reaches about 32 MiB ends early. Leaves
// Profile::hlo and Profile::machine empty. `timeout`: limit in seconds for the first two runs. Error: the
// executable does not run, or has no instruction that takes time.
Result<profile::Profile> traceExecutable(Worker& worker, int id, double timeout, const ProfileOptions& options,
                                         const std::function<bool(int traces)>& progress);

// Compiles a program on XLA:CPU, runs it on random inputs and traces the runs as traceExecutable does. Error: the
// program cannot be measured (see checkMeasurable), does not compile or run, or has no instruction that takes time.
Result<profile::Profile> measureProfile(Worker& worker, const WorkerOptions& options, const hlo::Module& module,
                                        const ProfileOptions& profileOptions,
                                        const std::function<bool(int traces)>& progress);

}  // namespace hlorank::collect
