// The research commands that need a model. Each function adds a subcommand to `program` and returns the function that
// runs it and returns the exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::research {

std::function<int()> addSubmit(CLI::App& program);
std::function<int()> addExport(CLI::App& program);
std::function<int()> addReplay(CLI::App& program);

}  // namespace hlorank::research
