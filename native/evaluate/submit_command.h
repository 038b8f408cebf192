// The `hlorank submit` subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::evaluate {

// Adds `hlorank submit` with its options to `program`. The function returned runs the subcommand and gives its exit
// code.
std::function<int()> addSubmit(CLI::App& program);

}  // namespace hlorank::evaluate
