// Trains several networks of a run in parallel.
#pragma once

#include <cstddef>
#include <functional>

#include "native/train/job.h"

namespace hlorank::train {

// Trains the networks makeJob(0) to makeJob(count − 1), up to `processes` at a time, each in a child process with one
// thread. The results are in the files of the jobs, from which trainOrLoad reads them, and have the same bits as those
// of one process. Returns early, with all checkpoints written, after Ctrl-C or SIGTERM. Prints progress to stderr
// unless `quiet`. This process must have run no parallel code before. The bool is always true. Error: that of the first
// job that failed; the other jobs stop then. Sets `*errorContext` on error.
Result<bool> trainInParallel(size_t count, const std::function<Job(size_t)>& makeJob, int processes, bool quiet,
                             ErrorContext* errorContext);

}  // namespace hlorank::train
