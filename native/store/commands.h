// The `hlorank prepare` subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::store {

// Adds the options of `hlorank prepare` to `app`. The function returned runs the command and gives its exit code.
std::function<int()> addPrepare(CLI::App& app);

}  // namespace hlorank::store
