#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::tune {

// Adds `replay` and gives what runs it once the command line is parsed.
std::function<int()> addReplay(CLI::App& program);

}  // namespace hlorank::tune
