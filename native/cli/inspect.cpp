// The command `hlorank inspect`: prints the format, name, sizes and operations of programs.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "native/cli/commands.h"
#include "native/data/stage_files.h"
#include "native/data/times.h"
#include "shared/graph/graph.h"
#include "shared/session/open.h"
#include "shared/session/report.h"
#include "shared/stages/report.h"

namespace hlorank::cli {
namespace {

struct InspectArguments {
  std::vector<std::string> paths;
  bool json = false;
  bool jsonl = false;
};

void printOpcodes(const session::Opened& opened) {
  std::map<std::string_view, size_t> counts;
  for (uint32_t node = 0; node < opened.program.graph.nodes(); ++node) ++counts[session::opcodeName(opened, node)];
  std::vector<std::pair<size_t, std::string_view>> common;
  common.reserve(counts.size());
  for (auto [name, count] : counts) common.emplace_back(count, name);
  std::sort(common.rbegin(), common.rend());
  common.resize(std::min<size_t>(common.size(), 10));
  std::string list;
  for (auto [count, name] : common) {
    list += (list.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(count);
  }
  native::print("  mostly          %s\n", list.c_str());
}

void printReport(const session::Opened& opened, const std::string& path) {
  const graph::Graph& graph = opened.program.graph;
  const configs::Configurations& configurations = opened.configurations;
  native::print("%s\n", path.c_str());
  native::print("  program         %s (%s)\n", opened.name.c_str(), opened.format.c_str());
  if (opened.module) native::print("  computations    %zu\n", opened.module->computations.size());
  native::print("  instructions    %zu\n", graph.nodes());
  native::print("  edges           %zu\n", graph.edges.size());
  printOpcodes(opened);
  native::print("  configurable    %s, %s\n", counted(graph.configurable.size(), "instruction").c_str(),
                counted(configurations.table.slots.size(), "layout slot").c_str());
  const size_t leftToCompiler = configurations.compilerDefaults();
  if (opened.tiles)
    native::print("  configurations  %zu tile sizes%s\n", opened.tiles->count(),
                  opened.tiles->hasTimes() ? ", with measured times" : "");
  else
    native::print("  configurations  %zu, %s%s\n", configurations.count - leftToCompiler,
                  configurations.generated ? "generated, because the file has none"
                  : opened.hasTimes()      ? "from the file, with measured times"
                                           : "from the file",
                  leftToCompiler ? ", and the compiler default" : "");
  for (const session::Notice& notice : opened.notices) native::print("  note: %s\n", notice.message.c_str());
  for (const std::string& line : session::linesOf(opened.warnings)) native::print("  warning: %s\n", line.c_str());
}

// Prints the description of one file and returns the exit code. With --jsonl, prints exactly one JSON line per file,
// also for a file that cannot be read.
int inspect(const std::string& path, const InspectArguments& arguments) {
  std::string place = path;
  int code = native::kOk;
  const auto opened = data::openProgram(path, {}, &place, &code);
  if (!opened) {
    if (arguments.jsonl) native::print("%s\n", session::errorJson(opened.error(), path).c_str());
    return native::fail(opened.error(), place, code);
  }
  if (arguments.json || arguments.jsonl) {
    native::print("%s\n", session::inspectJson(*opened, path).c_str());
  } else {
    printReport(*opened, path);
  }
  return native::kOk;
}

// Prints a summary of each Halide or TVM program whose schedules are in the folder or file `path`. The files of a
// program that stand beside a single schedule, such as compile_log.txt, are read with it.
int inspectSchedules(const std::string& path, const InspectArguments& arguments) {
  std::string place = path;
  data::LoadOptions load;
  load.acceptUnmeasured = true;
  const auto programs = data::load({path}, load, &place);
  if (!programs) {
    native::report(programs.error(), place);
    if (arguments.jsonl) native::print("%s\n", session::errorJson(programs.error(), path).c_str());
    return native::kBadInput;
  }
  for (const auto& program : *programs) {
    const stages::Problem& problem = *program->stages;
    if (arguments.json || arguments.jsonl) {
      native::print("%s\n", stages::inspectJson(problem, path).c_str());
      continue;
    }
    const std::vector<uint32_t> measured = program->measured();
    native::print("%s\n", path.c_str());
    native::print("  program         %s (%sschedules of %s)\n", problem.name.c_str(),
                  problem.family.empty() ? "" : (problem.family + ", ").c_str(),
                  std::string(stages::titleOf(problem.kind)).c_str());
    native::print("  stages          %zu\n  edges           %zu\n", problem.shownCount(), problem.shownEdges().size());
    native::print("  configurations  %zu schedules, %zu with measured times\n", problem.count, measured.size());
    if (!measured.empty()) {
      const auto times = data::timesOf(*program, measured);
      const auto [fastest, slowest] = std::minmax_element(times.begin(), times.end());
      native::print("  run times       %.4g to %.4g ms\n", *fastest, *slowest);
    }
    if (problem.noise > 0) native::print("  noise           %.2g %%\n", 100 * problem.noise);
    for (const std::string& notice : problem.notices) native::print("  note: %s\n", notice.c_str());
  }
  return native::kOk;
}

int runInspect(const InspectArguments& arguments) {
  int worst = native::kOk;
  auto paths = native::expandValid(arguments.paths, [&](const Error& error, const std::string& place) {
    if (arguments.jsonl) native::print("%s\n", session::errorJson(error, place).c_str());
    worst = native::fail(error, place, native::kUsage);
  });
  paths = data::groupStageFiles(arguments.paths, paths);
  if (arguments.json && (arguments.paths.size() > 1 || paths.size() > 1)) {
    native::note("hlorank inspect: --json takes exactly one file; use --jsonl for several files\n");
    return native::kUsage;
  }
  size_t done = 0;
  native::Progress progress("files", paths.size(), paths.size() < 2);
  for (const std::string& path : paths) {
    if (native::outputFailed()) break;
    progress.clear();
    worst = std::max(worst, data::holdsStages(path) ? inspectSchedules(path, arguments) : inspect(path, arguments));
    progress.update(++done);
  }
  return worst;
}

}  // namespace

Command addInspect(CLI::App& program) {
  auto arguments = std::make_shared<InspectArguments>();
  CLI::App* app = program.add_subcommand(
      "inspect", "Show the file format of a program, its instructions by opcode, and the configurations in its file");
  app->footer(
      "  hlorank inspect program.hlo                      describe one program\n"
      "  hlorank inspect program.hlo --json | jq .hashes  print the hashes of its features\n"
      "  hlorank inspect dump/ --jsonl > all.jsonl        describe every file in a folder, one JSON object per line");
  app->add_option("FILE", arguments->paths,
                  "Files to inspect: HLO text, HLO proto or npz, optionally gzipped, or .prepared; a folder means all "
                  "files in it, or all schedules of Halide or TVM; - means the standard input")
      ->required();
  auto* json = app->add_flag("--json", arguments->json, "Print one JSON object; requires exactly one file");
  app->add_flag("--jsonl", arguments->jsonl, "Print one JSON object per line, one line per file")->excludes(json);
  return {app, [arguments] { return runInspect(*arguments); }};
}

}  // namespace hlorank::cli
