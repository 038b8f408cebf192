// The research commands that do not need LibTorch. Each function below declares the options of a command on `app`, and
// returns the function that runs the command and returns its exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::research {

std::function<int()> addFeatures(CLI::App& app);
std::function<int()> addSchema(CLI::App& app);
std::function<int()> addPrepare(CLI::App& app);
std::function<int()> addSynth(CLI::App& app);
std::function<int()> addMerge(CLI::App& app);

}  // namespace hlorank::research
