// The command that makes collections. See native/cli/commands.h for the form.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::synth {

std::function<int()> addSynth(CLI::App& app);

}  // namespace hlorank::synth
