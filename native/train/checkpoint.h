// Checkpoint files of a training state. NAME.npz is written atomically. NAME.previous.npz is the checkpoint that
// NAME.npz replaced, if the file system supports hard links.
#pragma once

#include <optional>
#include <string>

#include "native/model/description.h"
#include "native/train/trainer.h"
#include "shared/base/result.h"

namespace hlorank::train {

// Writes the state to `path`, NAME.npz. Keeps the file that it replaces as NAME.previous.npz. The bool is always true.
// Error: the file cannot be written; then the old NAME.npz is unchanged.
Result<bool> writeCheckpoint(const std::string& path, const State& state);

// A training state that was read from a checkpoint file.
struct Checkpoint {
  State state;
  // If NAME.npz could not be read and `state` comes from NAME.previous.npz: the reason. Else empty.
  std::optional<Error> damage;
};
// Reads the checkpoint `path`, NAME.npz, of a network with the hyperparameters `description`. If that file is damaged,
// reads NAME.previous.npz. Returns nullopt if NAME.npz does not exist. Error: NAME.npz exists, but neither file can be
// read.
Result<std::optional<Checkpoint>> readCheckpoint(const std::string& path, const model::Description& description);

}  // namespace hlorank::train
