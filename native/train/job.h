// Trains one network of a `hlorank train` run, with checkpoints, in one or several processes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/train/distributed.h"
#include "native/train/trainer.h"
#include "shared/base/result.h"

namespace hlorank::train {

// What caused an error. Determines the error message and the exit code.
struct ErrorContext {
  std::string place;  // the file that the error is about
  // Whether the machine failed (for example, the disk is full); else the input is wrong.
  bool machine = false;
};

// Completes the error of a failed write to `path`: returns `error` with advice in Error::help, and sets `*errorContext`
// to {path, machine = true}.
Error writeError(Error error, const std::string& path, ErrorContext* errorContext);

// The training of one network: one member of an ensemble, for one cross-validation fold or on all programs.
struct Job {
  // Folder of NAME.npz (the checkpoint) and NAME.done (exists once training has finished).
  std::string folder;
  std::string name;                // NAME of the files, such as "fold-3-member-0" or "all-member-0"
  model::Description description;  // one network, so description.members is 1
  Recipe recipe;
  std::vector<Example> training, validation;
};

// Functions that are called while a network is trained.
struct Observer {
  std::function<void(const Progress&)> step;             // after every step
  std::function<void(const std::string& summary)> done;  // when the training has finished
};

// Trains a network and returns its weights, or nullopt if Ctrl-C interrupted the training. Continues from the
// checkpoint if there is one. If training has already finished, only reads the weights. Writes a checkpoint every ten
// seconds. Only process 0 accesses the files. Throws PeerLost. Error: no two run times of a training program differ by
// more than recipe.margin, the loss diverged, or a file cannot be read or written.
Result<std::optional<model::Parameters>> trainOrLoad(const Job& job, const Processes& processes,
                                                     const Observer& observer, ErrorContext* errorContext);

}  // namespace hlorank::train
