// The commands that do not need LibTorch. Each function declares a subcommand of `program` and returns the function
// that runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace hlorank::cli {

using Run = std::function<int()>;  // returns the exit code

struct Command {
  CLI::App* app;
  Run run;
};

Command addCheck(CLI::App& program);
Command addCost(CLI::App& program);
Command addProfile(CLI::App& program);
Command addDiff(CLI::App& program);
Command addInspect(CLI::App& program);
Command addPrint(CLI::App& program);
// `completion` and `man` write about all commands that `program` has when they run, so add the others first.
Command addCompletion(CLI::App& program);
Command addMan(CLI::App& program);

// The names of the machines that --machine accepts.
std::vector<std::string> machineNames();

}  // namespace hlorank::cli
