// The command `hlorank tune`, which searches for faster layouts of one program.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::tune {

// Declares the subcommand `tune` on `program`, the command-line parser of `hlorank`. Returns a function that runs the
// command and returns its exit code.
std::function<int()> addTune(CLI::App& program);

}  // namespace hlorank::tune
