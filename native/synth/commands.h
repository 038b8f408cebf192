// The `hlorank synth` subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::synth {

// Adds the options of `hlorank synth` to `app`, the parser of that subcommand. Returns the function that runs it; that
// function returns the exit code.
std::function<int()> addSynth(CLI::App& app);

}  // namespace hlorank::synth
