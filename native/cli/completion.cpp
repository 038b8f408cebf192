// The command `hlorank completion`: generates shell completion scripts from the declared commands and options.

#include <cstdio>
#include <string>

#include "native/base/exit_codes.h"
#include "native/base/output.h"
#include "native/cli/commands.h"
#include "native/cli/interface.h"

namespace hlorank::cli {
namespace {

std::string joined(const std::vector<std::string>& words, const char* between) {
  return CLI::detail::join(words, between);
}

std::vector<std::string> namesOf(const std::vector<CommandFacts>& commands) {
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const CommandFacts& command : commands) names.push_back(command.name);
  return names;
}

std::vector<std::string> namesOf(const std::vector<OptionFacts>& options) {
  std::vector<std::string> names;
  for (const OptionFacts& option : options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

// Encloses `text` in single quotes for a shell. Puts a backslash before each character that is in `special`. Replaces
// each single quote by `quote`, the shell's escape for a single quote.
std::string quoted(const std::string& text, const std::string& special, const std::string& quote) {
  std::string safe = "'";
  for (const char c : text) {
    if (special.find(c) != std::string::npos) safe += '\\';
    c == '\'' ? safe += quote : safe += c;
  }
  return safe + "'";
}

// Generates the completion script for bash. For arguments without listed choices, bash completes file names (`-o
// default`).
std::string bash(const CLI::App& program) {
  const auto commands = listCommands(program);
  std::string script =
      "# Completion of hlorank for bash, written by `hlorank completion bash`.\n"
      "_hlorank() {\n"
      "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words=\n"
      "  if [[ $word == '=' ]]; then word=; elif [[ $before == '=' ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
      "  if ((COMP_CWORD == 1)); then\n"
      "    words='" +
      joined(namesOf(commands), " ") + " help " + joined(namesOf(describeCommand(program).options), " ") +
      "'\n"
      "  else\n"
      "    case \"$command $before $word\" in\n"
      "      'help help '*) words='" +
      joined(namesOf(commands), " ") + "' ;;\n";
  for (const CommandFacts& command : commands) {
    for (const OptionFacts& option : command.options) {
      if (option.choices.empty()) continue;
      for (const std::string& name : option.names)
        script += "      '" + command.name + " " + name + " '*) words='" + joined(option.choices, " ") + "' ;;\n";
    }
    script += "      '" + command.name + " '*' -'*) words='" + joined(namesOf(command.options), " ") + "' ;;\n";
    for (const OptionFacts& argument : command.arguments)
      if (!argument.choices.empty())
        script += "      '" + command.name + " '*) words='" + joined(argument.choices, " ") + "' ;;\n";
  }
  script +=
      "    esac\n"
      "  fi\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "}\n"
      "complete -o default -F _hlorank hlorank\n";
  return script;
}

std::string zshValue(const OptionFacts& option) {
  if (!option.choices.empty()) return ":" + option.value + ":(" + joined(option.choices, " ") + ")";
  if (option.value == "N") return ":number:";
  return ":" + option.value + ":_files";
}

std::string zsh(const CLI::App& program) {
  const auto quote = [](const std::string& text) { return quoted(text, "[]:\\", "'\\''"); };
  const auto commands = listCommands(program);
  std::string script =
      "#compdef hlorank\n"
      "# Completion of hlorank for zsh, written by `hlorank completion zsh`.\n"
      "_hlorank() {\n"
      "  local -a commands=(\n";
  for (const CommandFacts& command : commands)
    script += "    " + command.name + ":" + quoted(command.description, "", "'\\''") + "\n";
  script +=
      "    help:'Show the help of a command'\n"
      "  )\n"
      "  if ((CURRENT == 2)) || [[ $CURRENT == 3 && $words[2] == help ]]; then\n"
      "    _describe command commands\n"
      "    return\n"
      "  fi\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $words[1] in\n";
  for (const CommandFacts& command : commands) {
    script += "    " + command.name + ")\n      _arguments";
    for (const OptionFacts& option : command.options) {
      std::string explained = quote(option.description);
      explained = "'['" + explained + "']'";
      for (const std::string& name : option.names) {
        const bool isLong = name.rfind("--", 0) == 0 && !option.value.empty();
        script += " \\\n        '(" + joined(option.names, " ") + ")'" + name + (isLong ? "=" : "") + explained +
                  (option.value.empty() ? "" : "'" + zshValue(option) + "'");
      }
    }
    for (const OptionFacts& argument : command.arguments)
      script += std::string(" \\\n        '") + (argument.repeated ? "*" : "") + zshValue(argument) + "'";
    script += "\n      ;;\n";
  }
  script +=
      "  esac\n"
      "}\n"
      "if [[ $funcstack[1] == _hlorank ]]; then _hlorank \"$@\"; else compdef _hlorank hlorank; fi\n";
  return script;
}

std::string fish(const CLI::App& program) {
  const auto quote = [](const std::string& text) { return quoted(text, "\\", "\\'"); };
  const auto commands = listCommands(program);
  const std::string names = joined(namesOf(commands), " ");
  std::string script = "# Completion of hlorank for fish, written by `hlorank completion fish`.\n";
  for (const CommandFacts& command : commands)
    script += "complete -c hlorank -n __fish_use_subcommand -f -a " + command.name + " -d " +
              quote(command.description) + "\n";
  script += "complete -c hlorank -n __fish_use_subcommand -f -a help -d 'Show the help of a command'\n";
  script += "complete -c hlorank -n '__fish_seen_subcommand_from help' -f -a '" + names + "'\n";
  for (const CommandFacts& command : commands) {
    const std::string line = "complete -c hlorank -n '__fish_seen_subcommand_from " + command.name + "'";
    for (const OptionFacts& option : command.options) {
      script += line;
      for (const std::string& name : option.names) {
        const size_t dashes = name.find_first_not_of('-');
        script += (dashes == 1 ? " -s " : " -l ") + name.substr(dashes);
      }
      if (!option.choices.empty())
        script += " -x -a '" + joined(option.choices, " ") + "'";
      else if (!option.value.empty())
        script += option.value == "N" ? " -x" : " -r";
      script += " -d " + quote(option.description) + "\n";
    }
    for (const OptionFacts& argument : command.arguments)
      if (!argument.choices.empty()) script += line + " -f -a '" + joined(argument.choices, " ") + "'\n";
  }
  return script;
}

}  // namespace

Command addCompletion(CLI::App& program) {
  auto shell = std::make_shared<std::string>();
  CLI::App* app = program.add_subcommand("completion", "Print a shell completion script");
  app->footer(
      "  hlorank completion bash > ~/.local/share/bash-completion/completions/hlorank\n"
      "  hlorank completion zsh > ~/.zfunc/_hlorank           any folder in your fpath\n"
      "  hlorank completion fish > ~/.config/fish/completions/hlorank.fish");
  app->add_option("SHELL", *shell, "Shell to write the script for")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  return {
      app, [&program, shell] {
        const std::string script = *shell == "bash" ? bash(program) : *shell == "zsh" ? zsh(program) : fish(program);
        native::printText(script);
        return native::kOk;
      }};
}

}  // namespace hlorank::cli
