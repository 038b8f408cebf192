// `hlorank train`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::train {

// Adds the command to the program. Returns the function that runs it and returns the exit code.
std::function<int()> addTrain(CLI::App& program);

}  // namespace hlorank::train
