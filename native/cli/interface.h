// The subcommands, options and positional arguments of `hlorank` as plain structs, read from the CLI11 parser. The
// generators of shell completions and of the manual page use them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace hlorank::cli {

struct OptionFacts {
  // All names of the option with their dashes, short names first. A positional argument has one name, without dashes.
  std::vector<std::string> names;
  std::string description;
  // Placeholder of the value in --help: the argument's name, "FOLDER", "N" or "VALUE"; "" for a flag.
  std::string value;
  std::string defaultValue;                 // default value as --help shows it; "" if --help shows none
  std::vector<std::string> choices;         // the permitted values; empty if any value is permitted
  bool required = false, repeated = false;  // repeated: the option takes several values
};

struct CommandFacts {
  std::string name, description, examples;
  std::string group;                            // the heading under which --help lists the command
  std::vector<OptionFacts> options, arguments;  // in the order of their declaration
};

// Returns the facts about one subcommand. For the top-level parser, returns the options of `hlorank` itself, without
// its subcommands.
CommandFacts describeCommand(const CLI::App& app);

// Returns the facts about every subcommand of `program`, the top-level parser, in the order of their declaration.
std::vector<CommandFacts> listCommands(const CLI::App& program);

}  // namespace hlorank::cli
