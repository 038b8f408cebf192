// `hlorank export`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::onnx {

// Adds the command to the program. Returns the function that runs it and returns the exit code.
std::function<int()> addExport(CLI::App& program);

}  // namespace hlorank::onnx
