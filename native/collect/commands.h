// `hlorank collect`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::collect {

// Declares the options on `app`. Returns the function that runs the command and returns the exit code.
std::function<int()> addCollect(CLI::App& app);

}  // namespace hlorank::collect
