// The commands that need LibTorch live in a library beside the program, opened when one of them is called.
#pragma once

#include <CLI/CLI.hpp>

namespace hlorank::cli {

// Adds the library's commands with their options to the app, to be told about, not run. False with a message when the
// library is not there.
bool addModelCommands(CLI::App& program);

// Calls `extern "C" int hlorankModelMain(int argc, char** argv)` of libhlorank_model.so with the whole command line,
// and gives its exit code. kInternalError with a message when the library is not there.
int runModelCommand(int argc, char** argv);

}  // namespace hlorank::cli
