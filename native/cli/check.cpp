// `hlorank check`: reads files and says what is wrong with them.

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
#include "shared/hlo/read.h"
#include "shared/npz/npz.h"
#include "shared/session/open.h"

namespace hlorank::cli {
namespace {

struct Options {
  std::vector<std::string> paths;
  bool quiet = false;
};

struct Found {
  std::string summary;  // "HLO text, 3 computations, 40 instructions"
  std::vector<hlo::Warning> warnings;
};

std::string plural(size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

Found found(const hlo::ReadModule& read) {
  const hlo::Module& module = read.module;
  return {hlo::describeFormat(read) + ", " + plural(module.computations.size(), "computation") + ", " +
              plural(module.instructions.size(), "instruction"),
          module.warnings};
}

Result<Found> examine(const std::string& path, std::string bytes) {
  if (npz::looksLikeNpz(bytes)) {
    std::vector<session::File> files;
    files.push_back({path, std::move(bytes)});
    auto opened = session::open(std::move(files));
    if (!opened) return opened.error();
    return Found{opened->format + ", " + plural(opened->program.graph.nodes(), "node") + ", " +
                     plural(opened->configurations.count, "configuration"),
                 opened->warnings};
  }
  auto read = hlo::readModule(std::move(bytes));
  if (!read) return read.error();
  return found(*read);
}

void print(const hlo::Warning& warning, const std::string& path) {
  std::string place = path;
  if (warning.where.line > 0) place += ":" + std::to_string(warning.where.line);
  if (warning.where.line > 0 && warning.where.column > 0) place += ":" + std::to_string(warning.where.column);
  native::note("%s: warning: %s\n", place.c_str(), warning.message.c_str());
}

int run(const Options& options) {
  auto paths = native::expand(options.paths);
  if (!paths) {
    native::report(paths.error(), "hlorank");
    return native::kUsage;
  }
  int worst = native::kOk;
  size_t bad = 0, warned = 0, done = 0;
  native::Progress progress("files", paths->size(), options.quiet || paths->size() < 2);
  for (const std::string& path : *paths) {
    if (native::outputFailed()) break;
    progress.update(done++, bad ? std::to_string(bad) + " bad" : "");
    auto bytes = native::readFile(path);
    auto outcome = bytes ? examine(path, std::move(*bytes)) : Result<Found>(bytes.error());
    if (!outcome) {
      progress.clear();
      native::report(outcome.error(), path);
      worst = std::max<int>(worst, bytes ? native::kBadInput : native::kUsage);
      ++bad;
      continue;
    }
    if (!outcome->warnings.empty()) {
      progress.clear();
      ++warned;
      for (const hlo::Warning& warning : outcome->warnings) print(warning, path);
    }
    if (!options.quiet) {
      progress.clear();
      native::print("%s: ok: %s\n", path.c_str(), outcome->summary.c_str());
    }
  }
  progress.clear();
  if (paths->size() > 1) {
    native::print("%zu files: %zu ok, %zu of them with warnings; %zu bad\n", paths->size(), paths->size() - bad, warned,
                  bad);
  }
  return worst;
}

}  // namespace

Command addCheck(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("check", "Read files and say what is wrong with them");
  app->footer(
      "  hlorank check program.hlo            one file\n"
      "  hlorank check -q dump/               a folder, telling only of what is wrong\n"
      "  gunzip -c x.hlo.gz | hlorank check - the standard input");
  app->add_option("FILE", options->paths,
                  "HLO text or proto, or npz, each also gzipped; a folder; - for the standard input")
      ->required();
  app->add_flag("-q,--quiet", options->quiet, "Say nothing about good files");
  return {app, [options] { return run(*options); }};
}

}  // namespace hlorank::cli
