// Access to libhlorank_model.so, the shared library with the commands that need LibTorch. The library is opened with
// dlopen, only when needed: from the folder of the `hlorank` executable, else from the system's library path.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "native/rank/ranked.h"
#include "native/rank/tiles.h"

namespace hlorank::cli {

// Declares the commands of libhlorank_model.so with their options on `program`, the command-line parser of `hlorank`.
// The declared commands can only be listed, not run through that parser. If the library cannot be opened, prints a
// message to stderr and returns false.
bool addModelCommands(CLI::App& program);

// Ranks all configurations (layout assignments) of a program by the neural network in the folder `model`. `opened` and
// `analytical` must outlive the result. Errors: the library cannot be opened, the model does not fit the program, or
// the model is damaged. For a damaged model, `place` receives the path of the faulty file.
Result<rank::Ranked> rankByNetwork(const std::string& model, const session::Opened& opened,
                                   const model::AnalyticalCosts& analytical, std::string* place);

// Scores all tile sizes of a kernel by the neural network in the folder `model`. Errors: the library cannot be opened,
// the model does not rank tile sizes, or it is damaged; `place` then receives the path of the faulty file.
Result<rank::RankedTiles> rankTiles(const std::string& model, const session::Opened& opened, std::string* place);

// Ranks schedules of Halide or TVM programs and prints them. Returns the exit code of the process. If
// libhlorank_model.so cannot be opened, prints a message to stderr and returns kInternalError.
int rankSchedules(const rank::ScheduleArguments& arguments);

// Runs a command of libhlorank_model.so: passes the whole command line of `hlorank` to the library's function
// hlorankModelMain and returns its exit code. If the library cannot be opened, prints a message to stderr and returns
// kInternalError.
int runModelCommand(int argc, char** argv);

}  // namespace hlorank::cli
