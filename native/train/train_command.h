// The command `hlorank train`, which trains a model on measured run times.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::train {

// Adds the subcommand `train` to `program`, the command-line parser of `hlorank`. Returns the function that runs it;
// that function returns the exit code.
std::function<int()> addTrain(CLI::App& program);

}  // namespace hlorank::train
