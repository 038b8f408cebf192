// A run: everything `hlorank train` does, in a folder that can be left at any time and taken up again.
//
//   run.json          options and data, as the run was started
//   jobs/NAME.npz     state of each network's training: fold 3, member 0, ... ; a finished one has all its steps
//   predictions.npz   scores of held-out configurations, an array a program
//   metrics.json      how good they are
//   model.onnx, model.json   the model that learned from everything
#pragma once

#include <string>

#include "native/train/distributed.h"
#include "native/train/job.h"
#include "native/train/run_data.h"
#include "native/train/run_options.h"

namespace hlorank::train {

enum class RunOutcome { kDone, kInterrupted };

// Runs, or goes on where the folder stands. Ctrl-C is looked at after every step (see native/base/interrupt.h).
// Of several processes, all given the same, the first one has the folder. Progress goes to stderr unless quiet, figures
// to stdout. `data` has been loaded by `options`. `errorContext` receives what an error is about. Throws PeerLost.
Result<RunOutcome> run(const std::string& folder, RunData data, const RunOptions& options, const Processes& processes,
                       bool resume, bool quiet, ErrorContext* errorContext);

}  // namespace hlorank::train
