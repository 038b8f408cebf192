// The `hlorank submit` subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::evaluate {

// Adds the subcommand to `program`. The function returned runs it and gives the exit code.
std::function<int()> addSubmit(CLI::App& program);

}  // namespace hlorank::evaluate
