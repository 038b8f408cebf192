// Entry point of the program `hlorank`: declares the commands, parses the command line and runs the selected command.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/output.h"
#include "native/cli/commands.h"
#include "native/cli/exit_code_meanings.h"
#include "native/cli/model_library.h"
#include "native/collect/commands.h"
#include "native/research/commands.h"

namespace hlorank::cli {
namespace {

constexpr char kExamples[] = R"(  hlorank check dump/*.txt                     check that every file can be read
  hlorank inspect program.hlo                  show the size and operations of a program
  hlorank cost program.hlo                     show which instructions take the time
  hlorank rank program.hlo --model MODEL/      predict which layouts are fast
  hlorank train data/measured -o run           train a model on measured run times)";

struct ModelCommand {
  const char* name;
  const char* description;
};

// Commands that libhlorank_model.so implements. The library itself declares their options and help. `hlorank --help`
// prints the descriptions below, so that it need not open the library.
constexpr ModelCommand kModelCommands[] = {
    {"train", "Train a model on measured run times"},
    {"evaluate", "Compare a model with measured run times and with baselines"},
    {"submit", "Rank the TpuGraphs test programs and write a Kaggle submission file"},
    {"export", "Write a trained model as ONNX (model.onnx) with its card (model.json)"},
    {"publish", "Check a model, write it with its SHA-256, and list it on the web page"},
    {"tune", "Find layouts that make a program faster on this machine"},
    {"replay", "Simulate the search of `tune` on recorded run times"},
};

// Commands that `hlorank --help` lists under a heading of their own; all other commands are under "Everyday commands".
constexpr const char* kResearchCommands[] = {"features", "schema", "prepare", "synth",
                                             "submit",   "export", "replay",  "merge"};
constexpr const char* kShellCommands[] = {"completion", "man"};

void groupCommands(CLI::App& program) {
  for (CLI::App* command : program.get_subcommands({})) command->group("Everyday commands");
  for (const char* name : kResearchCommands) program.get_subcommand(name)->group("Research commands");
  for (const char* name : kShellCommands) program.get_subcommand(name)->group("Shell and manual");
}

std::string exitCodes() {
  std::string text = "Exit codes:\n";
  for (const ExitCodeMeaning& exit : kExitCodeMeanings)
    text += (exit.code == native::kOk ? "  " : "   ") + std::to_string(exit.code) + " " + exit.meaning;
  return text;
}

bool isModelCommand(const std::string& word) {
  for (const ModelCommand& command : kModelCommands) {
    if (word == command.name) return true;
  }
  return false;
}

int unknownCommand(const CLI::App& program, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : program.get_subcommands({})) names.push_back(command->get_name());
  std::string suggestion = native::didYouMean(word, names);
  native::note("hlorank: unknown command `%s`\n", word.c_str());
  if (!suggestion.empty()) native::note("  did you mean `%s`?\n", suggestion.c_str());
  native::note("  run `hlorank --help` for a list of commands\n");
  return native::kUsage;
}

int run(std::vector<char*> arguments) {
  CLI::App program("hlorank reads HLO programs and ranks their layout configurations.", "hlorank");
  native::setHelpLayout(program);
  program.footer(std::string(kExamples) + "\n\n" + exitCodes());
  program.set_version_flag("--version", "hlorank " HLORANK_VERSION, "Print the version");
  program.require_subcommand(1);
  std::vector<Command> commands = {addCheck(program), addInspect(program), addCost(program), addProfile(program),
                                   addDiff(program),  addPrint(program),   addRank(program)};
  const auto add = [&](const char* name, const char* description, std::function<int()> (*addOptions)(CLI::App&)) {
    CLI::App* app = program.add_subcommand(name, description);
    commands.push_back({app, addOptions(*app)});
  };
  add("collect", "Compile and time programs with many layout configurations on this machine", collect::addCollect);
  add("features", "Write the feature arrays of a program as npz, in the format of TpuGraphs", research::addFeatures);
  add("schema", "Print the names of all feature and configuration columns", research::addSchema);
  add("merge", "Merge stores that `collect` wrote on several machines into one", research::addMerge);
  add("prepare", "Convert TpuGraphs files to a compact store", research::addPrepare);
  add("synth", "Generate synthetic collections in TpuGraphs format with known run times", research::addSynth);

  // Rewrites `hlorank help COMMAND` to `hlorank COMMAND --help`, and `hlorank` without arguments to `hlorank --help`.
  static char helpFlag[] = "--help";
  if (arguments.size() == 1) arguments.push_back(helpFlag);
  if (arguments[1] == std::string("help")) {
    arguments.erase(arguments.begin() + 1);
    arguments.insert(arguments.begin() + std::min<size_t>(2, arguments.size()), helpFlag);
  }
  std::string word = arguments[1];

  // `completion` and `man` need the options of every command, so the library declares its commands in these two cases.
  // All other cases need only the names and descriptions, without opening the library.
  if ((word != "completion" && word != "man") || !addModelCommands(program))
    for (const ModelCommand& command : kModelCommands) program.add_subcommand(command.name, command.description);
  commands.push_back(addCompletion(program));
  commands.push_back(addMan(program));
  groupCommands(program);

  int argc = static_cast<int>(arguments.size());
  if (isModelCommand(word)) {
    arguments.push_back(nullptr);
    return runModelCommand(argc, arguments.data());
  }
  bool known = !program.get_subcommands([&](CLI::App* command) { return command->get_name() == word; }).empty();
  if (word[0] != '-' && !known) return unknownCommand(program, word);

  int exitCode = native::parse(program, argc, arguments.data());
  if (exitCode >= 0) return exitCode;
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return native::kUsage;
}

}  // namespace
}  // namespace hlorank::cli

// The terminate handler: after a failed allocation, prints "out of memory" and exits with kInternalError; else aborts.
// Needed because a failed allocation in the destructor of nlohmann::json reaches no `catch`.
[[noreturn]] static void endOutOfMemory() {
  try {
    if (const std::exception_ptr current = std::current_exception()) std::rethrow_exception(current);
  } catch (const std::bad_alloc&) {
    std::fputs(hlorank::native::kOutOfMemory, stderr);
    std::_Exit(hlorank::native::kInternalError);
  } catch (...) {
  }
  std::abort();
}

int main(int argc, char** argv) {
  hlorank::native::openStandardStreams();
  std::set_terminate(endOutOfMemory);
  try {
    return hlorank::native::finishOutput(hlorank::cli::run(std::vector<char*>(argv, argv + argc)));
  } catch (const std::bad_alloc&) {
    std::fputs(hlorank::native::kOutOfMemory, stderr);  // a constant text: prints without allocating
  } catch (const std::exception& error) {
    hlorank::native::note("hlorank: internal error: %s\n", error.what());
  }
  return hlorank::native::finishOutput(hlorank::native::kInternalError);
}
