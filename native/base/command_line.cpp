#include "native/base/command_line.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

#include "native/base/exit_codes.h"
#include "native/base/output.h"
#include "shared/base/edit_distance.h"

namespace hlorank::native {

namespace {

constexpr size_t kHelpWidth = 100;  // characters per line of help text

// Prints help in this order: description, examples (the CLI11 footer), usage, options.
class ExamplesFirst : public CLI::Formatter {
 public:
  ExamplesFirst() { column_width(34); }

  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    if (mode == CLI::AppFormatMode::Sub) return make_expanded(app);
    std::ostringstream out;
    out << make_description(app) << '\n';
    if (!app->get_footer().empty()) out << "Examples:\n" << app->get_footer() << "\n\n";
    out << make_usage(app, name) << make_positionals(app) << make_groups(app, mode) << make_subcommands(app, mode);
    return out.str();
  }

  // Shows types as `N` and `{a,b}` instead of CLI11's `INT` and `TEXT:{a,b}`.
  std::string make_option_opts(const CLI::Option* option) const override {
    static constexpr std::pair<std::string_view, std::string_view> kReplacements[] = {
        {":INT in [", " in ["}, {":UINT in [", " in ["}, {":FLOAT in [", " in ["}, {":POSITIVE", " > 0"},
        {" UINT", " N"},        {" INT", " N"},          {" FLOAT", " N"},         {" TEXT:{", " {"}};
    std::string text = CLI::Formatter::make_option_opts(option);
    for (const auto& [from, to] : kReplacements)
      if (const size_t at = text.find(from); at != std::string::npos) text.replace(at, from.size(), to);
    return text;
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    return wrap(option->get_description(), kHelpWidth - get_column_width());
  }
};

const CLI::App& selectedCommand(const CLI::App& app) {
  auto subcommands = app.get_subcommands();
  return subcommands.empty() ? app : selectedCommand(*subcommands.front());
}

// Returns "did you mean --OPTION?" for the first unknown word that resembles an option, or "".
std::string suggestOption(const CLI::App& app) {
  std::vector<std::string> options;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) options.push_back(name);
  }
  for (const std::string& word : app.remaining(true)) {
    if (!word.starts_with("-")) continue;
    const size_t begin = std::min(word.find_first_not_of('-'), word.size());
    std::string suggestion = didYouMean(word.substr(begin, word.find('=') - begin), options);
    if (!suggestion.empty()) return "did you mean --" + suggestion + "?";
  }
  return "";
}

}  // namespace

void setHelpLayout(CLI::App& app) {
  app.formatter(std::make_shared<ExamplesFirst>());
  app.set_help_flag("-h,--help", "Show this help");
  app.get_formatter()->label("TEXT", "");
}

int parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return -1;
  } catch (const CLI::Success& requested) {  // --help, --version
    std::ostringstream help;
    app.exit(requested, help, help);
    printText(help.str());
    return kOk;
  } catch (const CLI::ParseError& error) {
    const CLI::App& command = selectedCommand(app);
    std::string name = &command == &app ? app.get_name() : app.get_name() + " " + command.get_name();
    std::string suggestion = suggestOption(command);
    note("%s: %s\n", name.c_str(), error.what());
    if (!suggestion.empty()) note("  %s\n", suggestion.c_str());
    note("  run `%s --help` for examples and all options\n", name.c_str());
    return kUsage;
  }
}

std::string wrap(const std::string& text, size_t width, const std::string& indent) {
  std::istringstream words(text);
  std::string wrapped = indent, word;
  size_t column = 0;
  while (words >> word) {
    const bool fits = column == 0 || column + 1 + word.size() <= width;
    if (column > 0) wrapped += fits ? " " : "\n" + indent;
    column = (fits && column > 0 ? column + 1 : 0) + word.size();
    wrapped += word;
  }
  return wrapped;
}

std::string didYouMean(const std::string& word, const std::vector<std::string>& candidates) {
  std::string best;
  size_t least = (word.size() < 4 ? 1 : std::max<size_t>(2, word.size() / 3)) + 1;
  for (const std::string& candidate : candidates) {
    size_t edits = editDistance(word, candidate);
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

void noteIgnored(const CLI::App& app, const std::vector<std::string>& options, const std::string& reason) {
  std::string given;
  size_t count = 0;
  for (const std::string& option : options) {
    if (app.count(option) == 0) continue;
    given += (count++ > 0 ? ", " : "") + option;
  }
  if (count == 0) return;
  note("hlorank %s: %s %s ignored: %s\n", app.get_name().c_str(), given.c_str(), count == 1 ? "is" : "are",
       reason.c_str());
}

void report(const Error& error, const std::string& name) {
  note("%s", format(error, printableLine(name)).c_str());
}

int fail(const Error& error, const std::string& name, int code) {
  report(error, name);
  return code;
}

int fail(const Error& error, const std::string& name) {
  std::error_code ignored;
  const std::string archive = name.substr(0, name.find(": "));  // `name` itself if it is no "ARCHIVE: FILE"
  const bool exists = std::filesystem::exists(name, ignored) || std::filesystem::exists(archive, ignored);
  return fail(error, name, name == "-" || exists ? kBadInput : kUsage);
}

int failToWrite(const Error& error, const std::string& path) {
  std::error_code ignored;
  return fail(error, path, std::filesystem::is_directory(path, ignored) ? kUsage : kInternalError);
}

}  // namespace hlorank::native
