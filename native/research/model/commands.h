// The research commands that need a model. Each function below declares a subcommand on `program`, and returns the
// function that runs the subcommand and returns its exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::research {

std::function<int()> addSubmit(CLI::App& program);
std::function<int()> addExport(CLI::App& program);
std::function<int()> addReplay(CLI::App& program);

}  // namespace hlorank::research
