// `hlorank replay`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::tune {

// Declares the subcommand `replay` on `program`. Returns the function that runs it after the command line is parsed.
std::function<int()> addReplay(CLI::App& program);

}  // namespace hlorank::tune
