// The subcommands of `hlorank` that do not need LibTorch. Each function below declares one subcommand on `program`, the
// command-line parser of `hlorank`. The function returns the subcommand, and a function that runs it.
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
// Declares `completion` or `man`. When run, both describe all commands that are declared on `program` at that time.
Command addCompletion(CLI::App& program);
Command addMan(CLI::App& program);

// Returns the machine names that the option --machine accepts, such as "a100". The folder shared/cost has the peak
// rates of each.
std::vector<std::string> machineNames();

}  // namespace hlorank::cli
