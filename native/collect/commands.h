// The subcommands `hlorank collect` and `hlorank merge`. Each function declares the options on `app`, the parser of
// that subcommand, and returns the function that runs it, which returns the exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::collect {

std::function<int()> addCollect(CLI::App& app);
std::function<int()> addMerge(CLI::App& app);

}  // namespace hlorank::collect
