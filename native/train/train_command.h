// The command `hlorank train`, which trains a model on measured run times.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::train {

// Adds the command `train` to the command line. Returns the function that runs it; that function returns the exit code.
std::function<int()> addTrain(CLI::App& program);

}  // namespace hlorank::train
