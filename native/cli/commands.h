// The subcommands of `hlorank` that do not need LibTorch. Each function declares one on `program`, the command-line
// parser of `hlorank`, and returns it with the function that runs it.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

namespace hlorank::cli {

using Run = std::function<int()>;  // runs the subcommand, returns the exit code of the process

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
Command addRank(CLI::App& program);
// `completion` and `man` write about all commands that `program` has when they run, so add the others first.
Command addCompletion(CLI::App& program);
Command addMan(CLI::App& program);

// Returns the names of the machines that --machine accepts, such as "a100"; shared/cost has their peak rates.
std::vector<std::string> machineNames();

}  // namespace hlorank::cli
