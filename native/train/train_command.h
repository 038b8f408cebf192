// `hlorank train`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::train {

// Adds the command to the program; gives what to run, and its exit code, when it was chosen.
std::function<int()> addTrain(CLI::App& program);

}  // namespace hlorank::train
