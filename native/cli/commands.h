// The commands that need no model. Each adds itself to the program's app and gives what to run when it was chosen.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace hlorank::cli {

using Run = std::function<int()>;  // gives the exit code

struct Command {
  CLI::App* app;
  Run run;
};

Command addCheck(CLI::App& program);
Command addDiff(CLI::App& program);
Command addInspect(CLI::App& program);
Command addFeatures(CLI::App& program);
Command addPrint(CLI::App& program);
Command addSchema(CLI::App& program);
// What they print is about the commands that the program has when they run.
Command addCompletion(CLI::App& program);
Command addMan(CLI::App& program);

}  // namespace hlorank::cli
