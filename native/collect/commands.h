// The commands that measure. See native/cli/commands.h for the form.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::collect {

std::function<int()> addCollect(CLI::App& app);
std::function<int()> addMerge(CLI::App& app);

}  // namespace hlorank::collect
