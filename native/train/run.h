// A run of `hlorank train`: trains and evaluates all networks, in a folder from which an interrupted run can be
// resumed.
//
//   run.json                 options and data of the run
//   jobs/NAME.npz            checkpoint of each network, for example fold-3-member-0; with NAME.done once finished
//   predictions.npz          scores of held-out configurations, one array per program (NaN: not held out)
//   metrics.json             ranking metrics of the scores in predictions.npz
//   model.onnx, model.json   the model trained on all programs
#pragma once

#include <string>

#include "native/train/distributed.h"
#include "native/train/job.h"
#include "native/train/run_data.h"
#include "native/train/run_options.h"

namespace hlorank::train {

enum class RunOutcome { kDone, kInterrupted };

// Starts a training run in `folder`, or with `resume` continues the run there. `data` must have been loaded with
// `options`. Ctrl-C interrupts the run after the current step. All processes need the same options and data; only
// process 0 accesses the folder. With `jobs` > 1, which needs a single process, one thread and no GPU, trains up to
// `jobs` networks in parallel, in child processes; the results are the same. Prints metrics to stdout, and progress to
// stderr unless `quiet`. On error, sets `*errorContext`. Throws PeerLost.
Result<RunOutcome> run(const std::string& folder, RunData data, const RunOptions& options, const Processes& processes,
                       bool resume, int jobs, bool quiet, ErrorContext* errorContext);

}  // namespace hlorank::train
