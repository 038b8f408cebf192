// The command `hlorank check`: reads files and reports their errors and warnings.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "native/cli/commands.h"
#include "native/data/stage_files.h"
#include "shared/base/text.h"
#include "shared/hlo/read.h"
#include "shared/npz/npz.h"
#include "shared/session/notices.h"
#include "shared/session/open.h"

namespace hlorank::cli {
namespace {

struct CheckArguments {
  std::vector<std::string> paths;
  bool quiet = false;
};

struct CheckedFile {
  std::string summary;  // such as "HLO text, 3 computations, 40 instructions"
  std::vector<hlo::Warning> warnings;
};

CheckedFile summarizeModule(const hlo::ReadModule& read) {
  const hlo::Module& module = read.module;
  return {hlo::describeFormat(read) + ", " + counted(module.computations.size(), "computation") + ", " +
              counted(module.instructions.size(), "instruction"),
          module.warnings};
}

CheckedFile summarizeProgram(const session::Opened& opened) {
  const configs::Configurations& all = opened.configurations;
  return {opened.format + ", " + counted(opened.program.graph.nodes(), "node") + ", " +
              (opened.tiles    ? counted(opened.tiles->count(), "tile-size configuration")
               : all.generated ? "no layout configurations"
                               : counted(all.count, "configuration")),
          opened.warnings};
}

// Reads files and describes what they contain. On error, `place` receives the path of the faulty file.
Result<CheckedFile> checkFiles(std::vector<session::File> files, std::string* place) {
  if (npz::looksLikeNpz(files.front().bytes)) {
    const auto opened = data::openFiles(std::move(files), {}, place);
    if (!opened) return opened.error();
    return summarizeProgram(*opened);
  }
  auto read = hlo::readModule(std::move(files.front().bytes));
  if (!read) return read.error();
  return summarizeModule(*read);
}

// Reads a folder or archive of schedules (of Halide or TVM), or a single file of schedules. On error, `place` receives
// the path of the faulty file.
Result<CheckedFile> checkSchedules(const std::string& path, std::string* place) {
  data::LoadOptions options;
  options.acceptUnmeasured = true;
  const auto programs = data::loadStages(path, {}, options, place);
  if (!programs) return programs.error();
  CheckedFile checked;
  for (const auto& program : *programs) {
    const stages::Problem& problem = *program->stages;
    if (!checked.summary.empty()) checked.summary += "; ";
    checked.summary += counted(problem.count, "schedule") + " of " + std::string(stages::titleOf(problem.kind)) + ", " +
                       counted(problem.shownCount(), "stage");
    for (const std::string& notice : problem.notices) checked.warnings.push_back({notice, {}});
  }
  return checked;
}

// Reads a file, or a folder of schedules (of Halide or TVM). On error, `place` receives the path of the faulty file.
// Sets `failure` to kUsage if the path cannot be read.
Result<CheckedFile> check(const std::string& path, std::string* place, int* failure) {
  if (data::holdsStages(path)) return checkSchedules(path, place);
  if (data::isPrepared(path)) {
    const auto opened = data::openProgram(path, {}, place, failure);
    if (!opened) return opened.error();
    return summarizeProgram(*opened);
  }
  auto files = data::readWithProgram(path, place);
  if (files) return checkFiles(std::move(*files), place);
  *failure = native::kUsage;
  return files.error();
}

int runCheck(const CheckArguments& arguments) {
  int worst = native::kOk;
  size_t bad = 0, warned = 0, done = 0;
  auto paths = native::expandValid(arguments.paths, [&](const Error& error, const std::string& place) {
    worst = native::fail(error, place, native::kUsage);
    ++bad;
  });
  paths = data::groupStageFiles(arguments.paths, paths);
  const size_t count = paths.size() + bad;
  native::Progress progress("files", paths.size(), arguments.quiet || paths.size() < 2);
  for (const std::string& path : paths) {
    if (native::outputFailed()) break;
    progress.update(done++, bad ? std::to_string(bad) + " bad" : "");
    std::string place = path;
    int failure = native::kBadInput;
    const auto outcome = check(path, &place, &failure);
    if (!outcome) {
      progress.clear();
      native::report(outcome.error(), place);
      worst = std::max(worst, failure);
      ++bad;
      continue;
    }
    if (!outcome->warnings.empty()) {
      progress.clear();
      ++warned;
      for (const hlo::Warning& warning : outcome->warnings)  // each on a line of its own, so that none is left out
        native::note("%s\n", session::linesOf({warning}, path).front().c_str());
    }
    if (!arguments.quiet) {
      progress.clear();
      native::print("%s: ok: %s\n", path.c_str(), outcome->summary.c_str());
    }
  }
  progress.clear();
  if (count > 1) native::print("%zu files: %zu ok (%zu with warnings), %zu bad\n", count, count - bad, warned, bad);
  return worst;
}

}  // namespace

Command addCheck(CLI::App& program) {
  auto arguments = std::make_shared<CheckArguments>();
  CLI::App* app =
      program.add_subcommand("check", "Check that files can be read; report errors and warnings with their line");
  app->footer(
      "  hlorank check program.hlo                   check one file\n"
      "  hlorank check -q dump/                      check a folder, print only errors and warnings\n"
      "  gunzip -c program.hlo.gz | hlorank check -  check the standard input");
  app->add_option("FILE", arguments->paths,
                  "Files to check: HLO text, HLO proto or npz, optionally gzipped, .prepared, or schedules of Halide "
                  "or TVM; a folder means all files in it; - means the standard input")
      ->required();
  app->add_flag("-q,--quiet", arguments->quiet, "Do not print a line for each valid file");
  return {app, [arguments] { return runCheck(*arguments); }};
}

}  // namespace hlorank::cli
