// The `hlorank prepare` subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::store {

// Adds the options of `hlorank prepare` to `app`, the parser of that subcommand. Returns the function that runs it;
// that function returns the exit code.
std::function<int()> addPrepare(CLI::App& app);

}  // namespace hlorank::store
