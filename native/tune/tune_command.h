#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::tune {

// Adds `tune` and gives what to run when it was chosen.
std::function<int()> addTune(CLI::App& program);

}  // namespace hlorank::tune
