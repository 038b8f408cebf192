// Access to libhlorank_model.so, the shared library with the commands that need LibTorch. It is opened with dlopen only
// when needed, from the folder of the `hlorank` executable or else from the system's library path.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "native/rank/ranked.h"

namespace hlorank::cli {

// Declares the commands of libhlorank_model.so with their options on `program`, the command-line parser of `hlorank`,
// so that it can list them; they are not run through it. If the library cannot be opened, prints a message to stderr
// and returns false.
bool addModelCommands(CLI::App& program);

// Ranks all configurations of a program by the network in the folder `model`. `opened` and `analytical` must outlive
// the result. Errors: the library cannot be opened, the model is damaged (`place` receives the path of the faulty
// file), or does not fit the program.
Result<rank::Ranked> rankByNetwork(const std::string& model, const session::Opened& opened,
                                   const model::AnalyticalCosts& analytical, std::string* place);

// Ranks schedules of Halide or TVM and prints them. Returns the exit code of the process; if the library cannot be
// opened, prints a message to stderr and returns kInternalError.
int rankSchedules(const rank::ScheduleArguments& arguments);

// Runs a command of libhlorank_model.so: passes the whole command line of `hlorank` to the library's function
// `extern "C" int hlorankModelMain(int argc, char** argv)` and returns its exit code. If the library cannot be opened,
// prints a message to stderr and returns kInternalError.
int runModelCommand(int argc, char** argv);

}  // namespace hlorank::cli
