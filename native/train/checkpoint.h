// Checkpoint files of a training state: NAME.npz, written atomically, and NAME.previous.npz, the checkpoint before it
// (if the file system supports hard links).
#pragma once

#include <optional>
#include <string>

#include "native/model/description.h"
#include "native/train/trainer.h"
#include "shared/base/result.h"

namespace hlorank::train {

// Error: the file cannot be written; the old checkpoint is unchanged.
Result<bool> writeCheckpoint(const std::string& path, const State& state);

struct Checkpoint {
  State state;
  std::optional<Error> damage;  // why NAME.npz cannot be read, if the state comes from NAME.previous.npz
};
// Returns nothing if NAME.npz does not exist. Error: neither file can be read.
Result<std::optional<Checkpoint>> readCheckpoint(const std::string& path, const model::Description& description);

}  // namespace hlorank::train
