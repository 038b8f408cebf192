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

// Compiles a program on XLA:CPU, runs it on random inputs and traces the runs with jax.profiler. After each trace,
// calls `progress` with the number of traces so far; if `progress` returns false, stops. A trace that reaches about 32
// MiB ends early. Error: the program cannot be measured (see checkMeasurable), does not compile or run, or has no
// instruction that takes time.
Result<profile::Profile> measureProfile(Worker& worker, const WorkerOptions& options, const hlo::Module& module,
                                        const ProfileOptions& profileOptions,
                                        const std::function<bool(int traces)>& progress);

}  // namespace hlorank::collect
