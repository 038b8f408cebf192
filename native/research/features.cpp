// The command `hlorank features`: writes the feature arrays of a program as npz. The arrays have the names of
// TpuGraphs, or are those of schedules of Halide or TVM.

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/validators.h"
#include "native/data/stage_files.h"
#include "native/research/commands.h"
#include "shared/configs/dataset.h"
#include "shared/configs/tuning_data.h"
#include "shared/graph/graph.h"
#include "shared/hlo/read.h"
#include "shared/model/inputs.h"
#include "shared/npz/npz.h"
#include "shared/session/open.h"
#include "shared/stages/columns.h"

namespace hlorank::research {
namespace {

using Archives = std::vector<configs::NamedArchive>;

struct FeaturesArguments {
  std::string input, configurations;
  std::string output;
};

// Builds the arrays of a TpuGraphs layout file for a program, except those of configurations and run times.
npz::Archive buildArchive(const graph::Graph& graph) {
  npz::Archive archive = configs::makeGraphArchive(graph);
  std::vector<int64_t> configurable(graph.configurable.begin(), graph.configurable.end());
  int64_t splits = static_cast<int64_t>(graph.splits.size());
  archive.add("node_config_ids", {static_cast<int64_t>(configurable.size())}, configurable);
  archive.add("node_splits", {1, splits}, graph.splits);
  return archive;
}

// Builds the arrays of a graph of stages (loop nests) with its schedules. shared/stages/columns.h lists the columns of
// these arrays.
npz::Archive buildArchive(const stages::Problem& problem) {
  npz::Archive archive;
  const auto count = int64_t(problem.count), rows = int64_t(problem.stageCount());
  const auto constant = int64_t(stages::algorithmColumns(problem.kind).size());
  const auto varying = int64_t(stages::scheduleColumns(problem.kind).size());
  std::vector<int64_t> edges;
  for (const stages::Edge& edge : problem.edges) edges.insert(edges.end(), {edge.producer, edge.consumer});
  archive.add("algorithm", {rows, constant}, problem.algorithm);
  archive.add("schedules", {count, rows, varying}, problem.schedules);
  archive.add("edges", {int64_t(problem.edges.size()), 2}, edges);
  archive.add("run_time", {count}, problem.runtimes);
  return archive;
}

// Builds an npz archive for each program whose schedules (of Halide or TVM) `path` contains: an archive, or a file that
// is read together with the log and the features beside it. On error, `place` receives the path of the faulty file.
Result<Archives> buildScheduleArchives(const std::string& path, std::string* place) {
  data::LoadOptions options;
  options.acceptUnmeasured = true;
  const auto programs = data::loadStages(path, {}, options, place);
  if (!programs) return programs.error();
  Archives archives;
  for (const auto& program : *programs) {
    std::string own = program->name;
    std::replace(own.begin(), own.end(), '/', '_');
    archives.push_back({own, buildArchive(*program->stages)});
  }
  return archives;
}

// Builds the npz archives for the bytes of an HLO or TpuGraphs tuning file. A tile tuning file gives one per kernel; a
// program or a layout tuning file gives one.
Result<Archives> buildArchives(std::string bytes) {
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
  one.push_back({std::string(read->module.name), buildArchive(graph::makeGraph(read->module))});
  return one;
}

// Returns the path to write the archive with index `index` to: OUTPUT/NUMBER_NAME.npz. If there is only one archive,
// returns the path of --output itself.
std::string pathOf(const FeaturesArguments& arguments, const Archives& archives, size_t index) {
  if (archives.size() == 1) return arguments.output;
  std::string number = (index < 10 ? "0" : "") + std::to_string(index);
  return (std::filesystem::path(arguments.output) / (number + "_" + archives[index].name + ".npz")).string();
}

// Builds an npz archive with the input tensors of the networks (shared/model/inputs.h) and the array `choices`,
// [configurations, slots]. A slot is an output or operand whose layout can be chosen; in configuration c, slot s has
// the layout in row row_begin[s] + choices[c, s] of the layout table. On error, `wrong` receives the index of the
// faulty file: 0 or 1.
Result<npz::Archive> buildNetworkArchive(session::File program, session::File configurations, size_t* wrong) {
  std::vector<session::File> files;
  files.push_back(std::move(program));
  files.push_back(std::move(configurations));
  const auto opened = session::open(std::move(files), {}, wrong);
  if (!opened) return opened.error();
  const configs::Configurations& all = opened->configurations;
  const model::AnalyticalCosts analytical = model::computeAnalyticalCosts(opened->program, all);
  npz::Archive archive;
  const auto names = model::allInputs(/*withPairs=*/false);
  for (const model::Tensor& tensor : model::makeInputs(opened->program, all, analytical, names)) {
    std::visit([&](const auto& data) { archive.add(tensor.name, tensor.shape, data); }, tensor.data);
  }
  const auto slots = static_cast<int64_t>(all.table.slots.size()), count = static_cast<int64_t>(all.count);
  archive.add("choices", {count, slots}, all.choices);
  archive.add("row_begin", {slots + 1}, all.table.rowBegin);
  archive.add("value_of_slot", {slots}, analytical.valueOfSlot);
  archive.add("configurable", {static_cast<int64_t>(all.table.nodes.size())}, all.table.nodes);
  if (opened->hasTimes()) archive.add("config_runtime", {count}, all.runtimes);
  if (!all.usable.empty()) archive.add("usable", {count}, all.usable);
  archive.arrays.push_back(npz::makeArray<int64_t>("automatic", {}, std::span(&all.compilerDefault, 1)));
  return archive;
}

int runNetwork(const FeaturesArguments& arguments) {
  auto program = native::readFile(arguments.input), configurations = native::readFile(arguments.configurations);
  for (const auto& [bytes, name] :
       {std::pair(&program, &arguments.input), {&configurations, &arguments.configurations}})
    if (!*bytes) return native::fail(bytes->error(), *name, native::kUsage);
  size_t wrong = 1;
  const auto archive = buildNetworkArchive({arguments.input, std::move(*program)},
                                           {arguments.configurations, std::move(*configurations)}, &wrong);
  if (!archive)
    return native::fail(archive.error(), wrong == 0 ? arguments.input : arguments.configurations, native::kBadInput);
  const auto written = native::writeFile(arguments.output, npz::write(*archive));
  return written ? native::kOk : native::failToWrite(written.error(), arguments.output);
}

int runFeatures(const FeaturesArguments& arguments) {
  if (!arguments.configurations.empty()) return runNetwork(arguments);
  auto bytes = native::readFile(arguments.input);
  if (!bytes) return native::fail(bytes.error(), arguments.input, native::kUsage);
  std::string place = arguments.input;
  auto archives = data::holdsStages(arguments.input) ? buildScheduleArchives(arguments.input, &place)
                                                     : buildArchives(std::move(*bytes));
  if (!archives) return native::fail(archives.error(), place, native::kBadInput);
  if (archives->size() != 1) std::filesystem::create_directories(arguments.output);
  for (size_t i = 0; i < archives->size(); ++i) {
    const std::string path = pathOf(arguments, *archives, i);
    auto written = native::writeFile(path, npz::write((*archives)[i].archive));
    if (!written) return native::failToWrite(written.error(), path);
  }
  return native::kOk;
}

}  // namespace

std::function<int()> addFeatures(CLI::App& app) {
  auto arguments = std::make_shared<FeaturesArguments>();
  app.footer(
      "  hlorank features program.hlo -o program.npz\n"
      "  hlorank features module_tuning_data_layout.pb -o layouts.npz   include configurations and run times\n"
      "  hlorank features op_tuning_data.pb -o kernels/                 write one file per kernel\n"
      "  hlorank features database_tuning_record.json -o stages.npz     write the stages and schedules of a workload\n"
      "  hlorank features p.hlo.txt.gz p.npz -o inputs.npz              write the input tensors of hlorank's networks");
  app.add_option(
         "FILE", arguments->input,
         "HLO text or proto, a TpuGraphs tuning file, or schedules of Halide or TVM, optionally gzipped; - means the "
         "standard input")
      ->required();
  app.add_option(
      "CONFIGURATIONS", arguments->configurations,
      "npz file with layout configurations of FILE; if given, write the input tensors of hlorank's networks for these "
      "configurations, instead of the TpuGraphs feature arrays");
  app.add_option("-o,--output", arguments->output,
                 "Write the arrays to OUTPUT, an npz file; a folder if FILE has several kernels or workloads")
      ->type_name("OUTPUT")
      ->check(native::outputFile())
      ->required();
  return [arguments] { return runFeatures(*arguments); };
}

}  // namespace hlorank::research
