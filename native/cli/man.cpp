// The command `hlorank man`: generates the manual page (roff) from the declared commands and options.

#include <algorithm>
#include <cctype>
#include <span>
#include <string>

#include "native/base/exit_codes.h"
#include "native/base/output.h"
#include "native/cli/commands.h"
#include "native/cli/exit_code_meanings.h"
#include "native/cli/interface.h"

namespace hlorank::cli {
namespace {

// Escapes a text for roff, so that hyphens, quotes and leading dots are shown literally.
std::string plain(const std::string& text) {
  std::string safe;
  bool lineStart = true;
  for (const char c : text) {
    if (lineStart && c == '.') safe += "\\&";
    lineStart = c == '\n';
    switch (c) {
      case '\\':
        safe += "\\e";
        break;
      case '-':
        safe += "\\-";
        break;
      case '\'':
        safe += "\\(aq";
        break;
      case '`':
        safe += "\\(ga";
        break;
      case '~':
        safe += "\\(ti";
        break;
      case '^':
        safe += "\\(ha";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

std::string bold(const std::string& text) {
  return "\\fB" + plain(text) + "\\fR";
}
std::string italic(const std::string& text) {
  return "\\fI" + plain(text) + "\\fR";
}

// Formats an option in roff. The first line is like "\fB\-o\fR, \fB\-\-output\fR \fIVALUE\fR"; the description,
// permitted values and default follow.
std::string entry(const OptionFacts& option) {
  std::string page = ".TP\n";
  for (size_t i = 0; i < option.names.size(); ++i) page += (i ? ", " : "") + bold(option.names[i]);
  if (!option.value.empty()) page += " " + italic(option.value);
  page += "\n" + plain(option.description);
  if (!option.choices.empty()) page += plain("; one of " + CLI::detail::join(option.choices, ", "));
  if (!option.defaultValue.empty()) page += plain(" [" + option.defaultValue + "]");
  if (option.required) page += " (required)";
  return page + "\n";
}

// Formats as roff the examples that --help prints: indented command lines, and the sentences after them.
std::string examples(const std::string& text, const std::string& heading) {
  std::string lines, sentences;
  for (const std::string& line : CLI::detail::split(text, '\n')) {
    const bool isExample = line.rfind("  ", 0) == 0;
    (isExample ? lines : sentences) += plain(line) + "\n";
  }
  std::string page = heading;
  if (!sentences.empty()) page = ".PP\n" + sentences + page;
  return lines.empty() ? page : page + ".PP\n.nf\n" + lines + ".fi\n";
}

std::string section(const CommandFacts& command) {
  std::string usage = "hlorank " + command.name + " [OPTION...]";
  for (const OptionFacts& argument : command.arguments) {
    const std::string written = argument.value + (argument.repeated ? "..." : "");
    usage += argument.required ? " " + written : " [" + written + "]";
  }
  std::string page = ".SS \"" + plain(usage) + "\"\n" + plain(command.description) + ".\n";
  for (const OptionFacts& argument : command.arguments)
    page += ".TP\n" + italic(argument.value) + "\n" + plain(argument.description) + "\n";
  for (const OptionFacts& option : command.options) {
    if (option.names.back() != "--help") page += entry(option);
  }
  return page + examples(command.examples, ".PP\nExamples:\n");
}

std::string capitals(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

// A term and its meaning: an entry of a roff list.
struct Fact {
  const char* term;
  const char* meaning;
};

constexpr Fact kVariables[] = {
    {"HLORANK_PYTHON", "Python interpreter with jax, for collect, profile and tune, if --python is not given"},
    {"XLA_FLAGS", "options of XLA, with which collect, profile and tune compile"},
    {"WORLD_SIZE, RANK, MASTER_ADDR, MASTER_PORT",
     "number of processes, and their meeting point, for train; set by "
     "torchrun"}};

constexpr Fact kFiles[] = {
    {"libhlorank_model.so", "next to hlorank: the commands that need LibTorch"},
    {"web/public/models", "in the repository: published models, with which rank and tune work without --model"},
    {"NAME.npz, NAME.hlo.txt.gz",
     "layout configurations with their run times, and their program. Commands that read the first find the second in "
     "the same folder; it may also end in .hlo.txt, .hlo.gz, .hlo, .pb.gz or .pb"}};

std::string list(std::span<const Fact> facts) {
  std::string page;
  for (const auto& [term, meaning] : facts) page += ".TP\n" + bold(term) + "\n" + plain(meaning) + "\n";
  return page;
}

std::string manual(const CLI::App& program) {
  const CommandFacts facts = describeCommand(program);
  std::string page = ".TH HLORANK 1 \"\" \"hlorank " HLORANK_VERSION "\" \"User Commands\"\n";
  // Turns the description "hlorank does this." into "hlorank - does this", the form that `man` expects.
  const size_t begin = facts.description.find(' ') + 1, end = facts.description.rfind('.');
  page += ".SH NAME\nhlorank \\- " + plain(facts.description.substr(begin, end - begin)) + "\n";
  page += ".SH SYNOPSIS\n" + bold("hlorank") + " " + italic("COMMAND") + " [" + italic("OPTION") + "...] [" +
          italic("FILE") + "...]\n";
  page += ".SH DESCRIPTION\n" +
          plain(
              "Data goes to the standard output, messages go to the standard error. The file name - means the standard "
              "input. HLO files may be text or proto, optionally gzipped. Every command has --help.") +
          "\n";
  for (const OptionFacts& option : facts.options) page += entry(option);
  page += ".SH EXAMPLES\n" + examples(facts.examples.substr(0, facts.examples.find("\n\n")), "");
  const std::vector<CommandFacts> commands = listCommands(program);
  std::vector<std::string> groups;
  for (const CommandFacts& command : commands) {
    if (std::find(groups.begin(), groups.end(), command.group) == groups.end()) groups.push_back(command.group);
  }
  for (const std::string& group : groups) {
    page += ".SH \"" + capitals(group) + "\"\n";
    for (const CommandFacts& command : commands) {
      if (command.group == group) page += section(command);
    }
  }
  page += ".SH EXIT STATUS\n";
  for (const ExitCodeMeaning& exit : kExitCodeMeanings)
    page += ".TP\n" + bold(std::to_string(exit.code)) + "\n" + plain(exit.meaning) + "\n";
  page += ".SH ENVIRONMENT\n" + list(kVariables) + ".SH FILES\n" + list(kFiles);
  return page;
}

}  // namespace

Command addMan(CLI::App& program) {
  CLI::App* app = program.add_subcommand("man", "Print the manual page");
  app->footer(
      "  hlorank man | man -l -                           read it\n"
      "  hlorank man > ~/.local/share/man/man1/hlorank.1  install it, so that `man hlorank` finds it");
  return {app, [&program] {
            native::printText(manual(program));
            return native::kOk;
          }};
}

}  // namespace hlorank::cli
