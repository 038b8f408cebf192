// The `hlorank prepare` subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::store {

// Adds the options to `app`. The function returned runs the command and gives the exit code.
std::function<int()> addPrepare(CLI::App& app);

}  // namespace hlorank::store
