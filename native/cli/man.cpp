// `hlorank man`: generates the manual page (roff) from the declared commands and options.

#include <cstdio>
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

// Formats an option in roff: the line "\fB\-o\fR, \fB\-\-output\fR \fIVALUE\fR", then the description, permitted values
// and default.
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

std::string examples(const std::string& text) {
  return ".PP\n.nf\n" + plain(text) + "\n.fi\n";
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
  for (const OptionFacts& option : command.options) page += entry(option);
  return page + examples(command.examples);
}

std::string manual(const CLI::App& program) {
  const CommandFacts facts = describeCommand(program);
  std::string page = ".TH HLORANK 1 \"\" \"hlorank " HLORANK_VERSION "\" \"User Commands\"\n";
  // Writes the description "hlorank does this." as "hlorank - does this".
  const size_t begin = facts.description.find(' ') + 1, end = facts.description.rfind('.');
  page += ".SH NAME\nhlorank \\- " + plain(facts.description.substr(begin, end - begin)) + "\n";
  page += ".SH SYNOPSIS\n" + bold("hlorank") + " " + italic("COMMAND") + " [" + italic("OPTION") + "...]\n";
  page += ".SH DESCRIPTION\n" +
          plain(
              "Data goes to the standard output, messages go to the standard error. The file name - means the standard "
              "input. HLO files may be text or proto, optionally gzipped.") +
          "\n";
  for (const OptionFacts& option : facts.options) page += entry(option);
  page += ".SH EXAMPLES\n" + examples(facts.examples.substr(0, facts.examples.find("\n\n")));
  page += ".SH COMMANDS\n";
  for (const CommandFacts& command : listCommands(program)) page += section(command);
  page += ".SH EXIT STATUS\n";
  for (const ExitCodeMeaning& exit : kExitCodeMeanings)
    page += ".TP\n" + bold(std::to_string(exit.code)) + "\n" + plain(exit.meaning) + "\n";
  return page;
}

}  // namespace

Command addMan(CLI::App& program) {
  CLI::App* app = program.add_subcommand("man", "Print the manual page");
  app->footer(
      "  hlorank man | man -l -\n"
      "  hlorank man > ~/.local/share/man/man1/hlorank.1");
  return {app, [&program] {
            native::printText(manual(program));
            return native::kOk;
          }};
}

}  // namespace hlorank::cli
