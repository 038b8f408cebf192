// The `hlorank evaluate` subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::evaluate {

// Adds the subcommand to `program`. The function returned runs it and gives the exit code.
std::function<int()> addEvaluate(CLI::App& program);

}  // namespace hlorank::evaluate
