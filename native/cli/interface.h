// The subcommands, options and positional arguments of `hlorank` as plain structs, read from the CLI11 parser. Shell
// completion and the manual page are generated from them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace hlorank::cli {

struct OptionFacts {
  std::vector<std::string> names;  // with dashes, short names first; one name without dashes for a positional argument
  std::string description;
  std::string value;         // placeholder of the value: the argument's name, "FOLDER", "N", "VALUE"; "" for a flag
  std::string defaultValue;  // as --help shows it; "" if it shows none
  std::vector<std::string> choices;         // the permitted values; empty if the option is not an enumeration
  bool required = false, repeated = false;  // repeated: takes several values
};

struct CommandFacts {
  std::string name, description, examples;
  std::string group;                            // heading under which --help lists the command
  std::vector<OptionFacts> options, arguments;  // in order of declaration
};

// Describes one subcommand. For the top-level parser: the options of `hlorank` itself, without its subcommands.
CommandFacts describeCommand(const CLI::App& app);

// Describes every subcommand of `program`, the top-level parser, in order of declaration.
std::vector<CommandFacts> listCommands(const CLI::App& program);

}  // namespace hlorank::cli
