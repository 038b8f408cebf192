// Trains one network of a run, with checkpoints, by one or several processes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/train/distributed.h"
#include "native/train/trainer.h"
#include "shared/base/result.h"

namespace hlorank::train {

// What an error is about, for its message and the exit code.
struct ErrorContext {
  std::string place;     // path of the file
  bool machine = false;  // true: the machine failed (for example, the disk is full); false: the input is wrong
};

// Returns the error of a failed write to `path` with advice added, and sets `errorContext` to that path and to a
// failure of the machine.
Error writeError(Error error, const std::string& path, ErrorContext* errorContext);

// The training of one network: a member of the ensemble, on one fold or on all programs.
struct Job {
  std::string folder;              // folder of NAME.npz (checkpoint) and NAME.done (exists once training has finished)
  std::string name;                // for example "fold-3-member-0" or "all-member-0"
  model::Description description;  // of one network, so description.members is 1
  Recipe recipe;
  std::vector<Example> training, validation;
};

// Trains a network and returns its weights; empty if interrupted by Ctrl-C. Continues from the checkpoint if there is
// one, and only reads the weights if training has finished. Writes a checkpoint every ten seconds. Only process 0
// accesses the files. Prints progress to stderr unless `quiet`. Throws PeerLost. Error: there is nothing to learn from,
// the loss diverged, or a file cannot be read or written.
Result<std::optional<model::Parameters>> trainOrLoad(const Job& job, const Processes& processes, bool quiet,
                                                     ErrorContext* errorContext);

}  // namespace hlorank::train
