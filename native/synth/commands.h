// The `hlorank synth` subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::synth {

// Adds the options of `hlorank synth` to `app`. The function returned runs the command and gives its exit code.
std::function<int()> addSynth(CLI::App& app);

}  // namespace hlorank::synth
