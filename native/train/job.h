// Training of one network of a run, with checkpoints, by one or several processes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/train/distributed.h"
#include "native/train/trainer.h"
#include "shared/base/result.h"

namespace hlorank::train {

// The subject and the kind of an error, for its message and the exit code.
struct ErrorContext {
  std::string place;     // path of the file
  bool machine = false;  // the machine failed (for example: disk full), not the input
};

// Completes the error of a failed write to `path` with advice, and marks it as a failure of the machine.
Error writeError(Error error, const std::string& path, ErrorContext* errorContext);

struct Job {
  std::string folder;              // folder of NAME.npz (checkpoint) and NAME.done (exists once training has finished)
  std::string name;                // "fold-3-member-0"
  model::Description description;  // of a single ensemble member
  Recipe recipe;
  std::vector<Example> training, validation;
};

// Returns the trained weights: continues from the checkpoint if there is one, and reads the weights if training has
// finished. Returns nothing if interrupted. Writes a checkpoint every ten seconds. Only process 0 accesses the files;
// it broadcasts the initial state. Progress goes to stderr unless quiet. Throws PeerLost.
Result<std::optional<model::Parameters>> trainOrLoad(const Job& job, const Processes& processes, bool quiet,
                                                     ErrorContext* errorContext);

}  // namespace hlorank::train
