// The `hlorank tune` subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::tune {

// Declares the subcommand `tune` on `program`, the command-line parser of `hlorank`. Returns the function that runs it
// after the command line is parsed; that function returns the exit code.
std::function<int()> addTune(CLI::App& program);

}  // namespace hlorank::tune
