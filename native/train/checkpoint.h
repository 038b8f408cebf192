// Where a training stands, as a file that is there whole or not at all: NAME.npz, and NAME.previous.npz, the one before
// (where the file system has hard links).
#pragma once

#include <optional>
#include <string>

#include "native/model/description.h"
#include "native/train/trainer.h"
#include "shared/base/result.h"

namespace hlorank::train {

// Error: the file cannot be written; what was there is still there.
Result<bool> writeCheckpoint(const std::string& path, const State& state);

struct Checkpoint {
  State state;
  std::optional<Error> damage;  // of the newest file: the state is that of the one before
};
// None where there is no such file. Error: neither it nor the one before can be read.
Result<std::optional<Checkpoint>> readCheckpoint(const std::string& path, const model::Description& description);

}  // namespace hlorank::train
