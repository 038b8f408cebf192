// Selects the usable runs of TpuGraphs' tuning data and converts them to configurations and archives.
#include "shared/configs/tuning_data.h"

#include <algorithm>
#include <map>
#include <optional>

#include "shared/hlo/read.h"

namespace hlorank::configs {

Result<Configurations> layoutsOf(const TunedModule& module, size_t graphNodes) {
  if (module.nodes.empty()) {
    return Error{"the tuning data has no configurable nodes (config_index_to_node is empty)",
                 "give a layout tuning file"};
  }
  for (uint32_t node : module.nodes) {
    if (node < graphNodes) continue;
    return Error{"config_index_to_node has node " + std::to_string(node) + ", but the module has " +
                     std::to_string(graphNodes) + " instructions",
                 "number the nodes in the order of the module's instructions, from 0"};
  }
  const size_t slots = module.nodes.size() * kTensors;
  std::vector<int8_t> columns;
  std::vector<int64_t> runtimes;
  std::optional<size_t> compilerDefault;
  for (size_t r = 0; r < module.runs.size(); ++r) {
    const TunedRun& run = module.runs[r];
    if (run.kind != TunedRun::Kind::kLayout || run.error || !run.hasProfile) continue;
    const std::string where = "run " + std::to_string(r);
    if (run.layouts.size() != slots) {
      return Error{where + " configures " + std::to_string(run.layouts.size() / kTensors) + " nodes, expected " +
                       std::to_string(module.nodes.size()),
                   "every run must give layouts for all nodes of config_index_to_node"};
    }
    if (run.nanoseconds <= 0) {
      return Error{where + " took " + std::to_string(run.nanoseconds) + " ns, expected more than 0",
                   "mark failed runs as errors"};
    }
    for (const Layout& layout : run.layouts) columns.insert(columns.end(), layout.begin(), layout.end());
    if (run.isDefault && !compilerDefault) compilerDefault = runtimes.size();
    runtimes.push_back(run.nanoseconds);
  }
  if (!compilerDefault) {
    return Error{"the tuning data has no run of the compiler default",
                 "expected a run with is_default set, without error"};
  }
  Result<Configurations> configurations = fromColumns(module.nodes, columns, runtimes.size());
  if (!configurations) return configurations;
  configurations->compilerDefault = static_cast<int64_t>(*compilerDefault);
  configurations->runtimes = std::move(runtimes);
  return configurations;
}

Result<std::vector<TunedKernel>> tilesOf(const std::vector<TunedModule>& modules) {
  std::vector<TunedKernel> kernels;
  std::map<std::string_view, int64_t> defaults;
  for (size_t m = 0; m < modules.size(); ++m) {
    const TunedModule& module = modules[m];
    auto isTile = [](const TunedRun& run) { return run.kind == TunedRun::Kind::kTile; };
    if (!module.hasModule || module.runs.size() < 2 || !std::all_of(module.runs.begin(), module.runs.end(), isTile))
      continue;
    TunedKernel kernel;
    kernel.module = m;
    std::optional<int64_t> normalizer;
    for (const TunedRun& run : module.runs) {
      if (run.error || run.nanoseconds <= 1) continue;
      if (run.isDefault && !normalizer) normalizer = run.nanoseconds;
      std::array<float, kTileColumns> columns = toColumns(run.tile);
      kernel.tiles.columns.insert(kernel.tiles.columns.end(), columns.begin(), columns.end());
      kernel.tiles.runtimes.push_back(run.nanoseconds);
    }
    if (!normalizer) {
      return Error{"module " + std::string(module.name) + " has no run of the compiler default",
                   "expected a run with is_default set, without error, in every module"};
    }
    defaults[module.name] = *normalizer;
    kernels.push_back(std::move(kernel));
  }
  for (TunedKernel& kernel : kernels) {
    kernel.tiles.normalizers.assign(kernel.tiles.runtimes.size(), defaults[modules[kernel.module].name]);
  }
  return kernels;
}

Result<std::vector<NamedArchive>> archivesOf(std::shared_ptr<const std::string> bytes) {
  Result<std::vector<TunedModule>> modules = parseTuningData(*bytes);
  if (!modules) return modules.error();
  std::vector<NamedArchive> archives;
  auto parseGraph = [&](const TunedModule& module) -> Result<graph::Graph> {
    Result<hlo::Module> parsed = hlo::parseModuleProto(module.module, bytes);
    if (!parsed) return parsed.error();
    return graph::makeGraph(*parsed);
  };
  if (modules->size() == 1 && !modules->front().nodes.empty()) {
    const TunedModule& module = modules->front();
    Result<graph::Graph> graph = parseGraph(module);
    if (!graph) return graph.error();
    Result<Configurations> configurations = layoutsOf(module, graph->nodes());
    if (!configurations) return configurations.error();
    archives.push_back({std::string(module.name), makeLayoutArchive(*graph, *configurations)});
    return archives;
  }
  Result<std::vector<TunedKernel>> kernels = tilesOf(*modules);
  if (!kernels) return kernels.error();
  for (const TunedKernel& kernel : *kernels) {
    const TunedModule& module = (*modules)[kernel.module];
    Result<graph::Graph> graph = parseGraph(module);
    if (!graph) return graph.error();
    archives.push_back({std::string(module.name), makeTileArchive(*graph, kernel.tiles)});
  }
  return archives;
}

}  // namespace hlorank::configs
