// A run: all work of `hlorank train`, in a folder from which it can be resumed at any time.
//
//   run.json                 options and data of the run
//   jobs/NAME.npz            checkpoint of each network, for example fold-3-member-0; with NAME.done once finished
//   predictions.npz          scores of held-out configurations, one array per program
//   metrics.json             ranking metrics of these scores
//   model.onnx, model.json   the model trained on all programs
#pragma once

#include <string>

#include "native/train/distributed.h"
#include "native/train/job.h"
#include "native/train/run_data.h"
#include "native/train/run_options.h"

namespace hlorank::train {

enum class RunOutcome { kDone, kInterrupted };

// Starts a run, or with `resume` continues the one in `folder`. Ctrl-C interrupts after the current step (see
// native/base/interrupt.h). All processes need the same options and data; only process 0 accesses the folder. Prints
// metrics to stdout, and progress to stderr unless quiet. `data` is loaded according to `options`. Throws PeerLost.
Result<RunOutcome> run(const std::string& folder, RunData data, const RunOptions& options, const Processes& processes,
                       bool resume, bool quiet, ErrorContext* errorContext);

}  // namespace hlorank::train
