// `hlorank features`: the arrays that models see, as TpuGraphs' npz files hold them.

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/cli/commands.h"
#include "shared/configs/dataset.h"
#include "shared/configs/tuning_data.h"
#include "shared/graph/graph.h"
#include "shared/hlo/read.h"
#include "shared/npz/npz.h"

namespace hlorank::cli {
namespace {

using Archives = std::vector<configs::NamedArchive>;

struct Options {
  std::string input;
  std::string output;
};

// The arrays of a program: those of a layout file, less what only configurations have.
npz::Archive archiveOf(const graph::Graph& graph) {
  npz::Archive archive = configs::graphArchive(graph);
  std::vector<int64_t> configurable(graph.configurable.begin(), graph.configurable.end());
  int64_t splits = static_cast<int64_t>(graph.splits.size());
  archive.arrays.push_back(
      npz::makeArray<int64_t>("node_config_ids", {static_cast<int64_t>(configurable.size())}, configurable));
  archive.arrays.push_back(npz::makeArray<int64_t>("node_splits", {1, splits}, graph.splits));
  return archive;
}

// One archive for a program; for a tuning file of TpuGraphs one for each module that brings configurations.
Result<Archives> archivesOf(std::string bytes) {
  if (npz::looksLikeGzip(bytes)) {
    auto inflated = npz::gunzip(bytes, hlo::Limits{}.inflatedBytes);
    if (!inflated) return inflated.error();
    bytes = std::move(*inflated);
  }
  if (configs::looksLikeTuningData(bytes)) {
    return configs::archivesOf(std::make_shared<const std::string>(std::move(bytes)));
  }
  auto read = hlo::readModule(std::move(bytes));
  if (!read) return read.error();
  Archives one;
  one.push_back({std::string(read->module.name), archiveOf(graph::makeGraph(read->module))});
  return one;
}

// Where each archive goes: the output itself for one, else `output`/NUMBER_NAME.npz.
std::string pathOf(const Options& options, const Archives& archives, size_t index) {
  if (archives.size() == 1) return options.output;
  std::string number = (index < 10 ? "0" : "") + std::to_string(index);
  return (std::filesystem::path(options.output) / (number + "_" + archives[index].name + ".npz")).string();
}

int run(const Options& options) {
  auto bytes = native::readFile(options.input);
  if (!bytes) {
    native::report(bytes.error(), options.input);
    return native::kUsage;
  }
  auto archives = archivesOf(std::move(*bytes));
  if (!archives) {
    native::report(archives.error(), options.input);
    return native::kBadInput;
  }
  if (archives->size() != 1) std::filesystem::create_directories(options.output);
  for (size_t i = 0; i < archives->size(); ++i) {
    auto written = native::writeFile(pathOf(options, *archives, i), npz::write((*archives)[i].archive));
    if (!written) {
      native::report(written.error(), "hlorank");
      return native::kInternalError;
    }
  }
  return native::kOk;
}

}  // namespace

Command addFeatures(CLI::App& program) {
  auto options = std::make_shared<Options>();
  CLI::App* app = program.add_subcommand("features", "Write the arrays that models see as npz, like TpuGraphs' files");
  app->footer(
      "  hlorank features program.hlo -o program.npz\n"
      "  hlorank features module_tuning_data_layout.pb -o layouts.npz   with its configurations and times\n"
      "  hlorank features op_tuning_data.pb -o kernels/                 a file for each kernel");
  app->add_option("FILE", options->input,
                  "HLO text or proto, or a tuning file of TpuGraphs, also gzipped; - for the standard input")
      ->required();
  app->add_option("-o,--output", options->output, "The npz file; a folder for a tuning file of several kernels")
      ->required();
  return {app, [options] { return run(*options); }};
}

}  // namespace hlorank::cli
