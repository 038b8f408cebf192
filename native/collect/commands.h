// The command `hlorank collect`, which measures programs.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::collect {

// Declares the options of `hlorank collect` on `app`. Returns the function that runs the command and returns its exit
// code.
std::function<int()> addCollect(CLI::App& app);

}  // namespace hlorank::collect
