// The command `hlorank publish`, which checks a trained model and lists it on the web page.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::onnx {

// Adds the subcommand `publish` to `program`, the command-line parser of `hlorank`. Returns a function that runs the
// command and returns its exit code.
std::function<int()> addPublish(CLI::App& program);

}  // namespace hlorank::onnx
