#include "native/cli/interface.h"

namespace hlorank::cli {
namespace {

// Returns the permitted values of an option that CLI::IsMember checks, taken from the check's type name "TEXT:{a,b,c}".
std::vector<std::string> choicesIn(const std::string& type) {
  const size_t begin = type.find('{'), end = type.find('}', begin);
  if (end == std::string::npos) return {};
  return CLI::detail::split(type.substr(begin + 1, end - begin - 1), ',');
}

std::string valueOf(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0) return "";
  const std::string type = option.get_type_name();
  const auto is = [&](const char* start) { return type.rfind(start, 0) == 0; };
  if (is("INT") || is("UINT") || is("FLOAT")) return "N";
  const bool isNamed = !type.empty() && !is("TEXT") && type.find('{') == std::string::npos;
  return isNamed ? type.substr(0, type.find(':')) : "VALUE";
}

OptionFacts describeOption(const CLI::Option& option) {
  OptionFacts facts;
  if (option.get_positional()) {
    facts.names = {option.get_single_name()};
  } else {
    for (const std::string& name : option.get_snames()) facts.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) facts.names.push_back("--" + name);
  }
  facts.description = option.get_description();
  facts.value = option.get_positional() ? option.get_single_name() : valueOf(option);
  facts.defaultValue = option.get_default_str();
  facts.choices = choicesIn(option.get_type_name());
  facts.required = option.get_required();
  facts.repeated = option.get_items_expected_max() > 1;
  return facts;
}

}  // namespace

CommandFacts describeCommand(const CLI::App& app) {
  CommandFacts facts{app.get_name(), app.get_description(), app.get_footer(), app.get_group(), {}, {}};
  for (const CLI::Option* option : app.get_options())
    (option->get_positional() ? facts.arguments : facts.options).push_back(describeOption(*option));
  return facts;
}

std::vector<CommandFacts> listCommands(const CLI::App& program) {
  std::vector<CommandFacts> commands;
  for (const CLI::App* command : program.get_subcommands({})) commands.push_back(describeCommand(*command));
  return commands;
}

}  // namespace hlorank::cli
