// Access to libhlorank_model.so, the library with the commands that need LibTorch. It is opened with dlopen only when
// needed, from the program's folder or else from the system's library path.
#pragma once

#include <CLI/CLI.hpp>

namespace hlorank::cli {

// Declares the library's commands and options on `program`, to be listed but not run. If the library cannot be opened,
// prints a message and returns false.
bool addModelCommands(CLI::App& program);

// Calls `extern "C" int hlorankModelMain(int argc, char** argv)` of the library with the whole command line and returns
// its exit code. If the library cannot be opened, prints a message and returns kInternalError.
int runModelCommand(int argc, char** argv);

}  // namespace hlorank::cli
