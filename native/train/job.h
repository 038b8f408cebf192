// One network of a run: trained with checkpoints, alone or by several processes, or as it was when it was done before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "native/train/distributed.h"
#include "native/train/trainer.h"
#include "shared/base/result.h"

namespace hlorank::train {

// What an error is about.
struct ErrorContext {
  std::string place;     // a file
  bool machine = false;  // the machine failed, rather than what was given: a full disk
};

// What to say when a file of a run cannot be written: the machine is to errorContext.
Error cannotWrite(Error error, const std::string& path, ErrorContext* errorContext);

struct Job {
  std::string folder;              // of its files: NAME.npz and, once it has all its steps, NAME.done
  std::string name;                // "fold-3-member-0"
  model::Description description;  // of one member
  Recipe recipe;
  std::vector<Example> training, validation;
};

// The weights; none when interrupted. The first process reads and writes the files, all others get from it where to
// begin. A checkpoint is never older than ten seconds. Progress goes to stderr unless quiet. Throws PeerLost.
Result<std::optional<model::Parameters>> weightsOf(const Job& job, const Processes& processes, bool quiet,
                                                   ErrorContext* errorContext);

}  // namespace hlorank::train
