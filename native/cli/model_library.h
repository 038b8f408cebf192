// Access to libhlorank_model.so, the shared library with the commands that need LibTorch. It is opened with dlopen only
// when needed, from the folder of the `hlorank` executable or else from the system's library path.
#pragma once

#include <CLI/CLI.hpp>

namespace hlorank::cli {

// Declares the commands of libhlorank_model.so with their options on `program`, the command-line parser of `hlorank`,
// so that it can list them; they are not run through it. If the library cannot be opened, prints a message to stderr
// and returns false.
bool addModelCommands(CLI::App& program);

// Runs a command of libhlorank_model.so: passes the whole command line of `hlorank` to the library's function
// `extern "C" int hlorankModelMain(int argc, char** argv)` and returns its exit code. If the library cannot be opened,
// prints a message to stderr and returns kInternalError.
int runModelCommand(int argc, char** argv);

}  // namespace hlorank::cli
