// `hlorank tune`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::tune {

// Declares the subcommand `tune` on `program`. Returns the function that runs it after the command line is parsed.
std::function<int()> addTune(CLI::App& program);

}  // namespace hlorank::tune
