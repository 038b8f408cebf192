// The command that makes stores. See native/cli/commands.h for the form.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::store {

std::function<int()> addPrepare(CLI::App& app);

}  // namespace hlorank::store
