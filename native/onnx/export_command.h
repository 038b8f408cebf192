// The command `hlorank export`, which writes a trained model as model.onnx and model.json.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::onnx {

// Adds the subcommand `export` to `program`, the command-line parser of `hlorank`. Returns the function that runs it;
// that function returns the exit code.
std::function<int()> addExport(CLI::App& program);

}  // namespace hlorank::onnx
