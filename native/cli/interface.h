// What the program's declarations say about its commands, as plain tables for those who write it down elsewhere:
// completion and the manual page.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace hlorank::cli {

struct OptionFacts {
  std::vector<std::string> names;  // with their dashes, short ones first; a positional argument has its one name
  std::string description;
  std::string value;                 // what to write after it, "FILE" or "N"; empty for a flag
  std::string defaultValue;          // where it is worth telling
  std::vector<std::string> choices;  // the only values it takes, where there are few
  bool required = false, repeated = false;
};

struct CommandFacts {
  std::string name, description, examples;
  std::vector<OptionFacts> options, arguments;  // in the order of the declarations
};

// Of one command, or of the program itself.
CommandFacts factsOf(const CLI::App& app);

// Of every command of the program, in the order of the declarations.
std::vector<CommandFacts> commandsOf(const CLI::App& program);

}  // namespace hlorank::cli
