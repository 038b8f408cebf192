// The `hlorank rank` subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::evaluate {

// Adds `hlorank rank` with its options to `program`. The function returned runs the subcommand and gives its exit code.
std::function<int()> addRank(CLI::App& program);

}  // namespace hlorank::evaluate
