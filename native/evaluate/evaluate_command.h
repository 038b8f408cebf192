// The command `hlorank evaluate`, which computes how well a model ranks measured configurations.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::evaluate {

// Declares `hlorank evaluate` with its options on `program`. Returns a function that runs the command and returns its
// exit code.
std::function<int()> addEvaluate(CLI::App& program);

}  // namespace hlorank::evaluate
