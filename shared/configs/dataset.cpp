#include "shared/configs/dataset.h"

#include <algorithm>

#include "shared/base/finite.h"
#include "shared/configs/arrays.h"

namespace hlorank::configs {

Result<bool> checkTimes(std::span<const int64_t> times, const std::string& array) {
  const bool isHidden = std::all_of(times.begin(), times.end(), [](int64_t time) { return time == 0; });
  for (size_t c = 0; c < times.size() && !isHidden; ++c) {
    if (times[c] > 0) continue;
    return Error{array + "[" + std::to_string(c) + "] is " + std::to_string(times[c]) +
                     ", expected a positive time in ns (or 0 in all rows to hide the times)",
                 "remove configurations that were not measured, then write the file again"};
  }
  return true;
}

Result<bool> checkFinite(std::span<const float> values, size_t columns, const std::string& array) {
  const size_t place = findNonFinite(values);
  if (place == values.size()) return true;
  return Error{array + "[" + std::to_string(place / columns) + ", " + std::to_string(place % columns) + "] is " +
                   std::to_string(values[place]) + ", expected a finite number that float32 can hold",
               "write the file again from the program, with 0 for unknown features"};
}

ArchiveKind kindOf(const npz::Archive& archive) {
  auto has = [&](std::string_view name) { return archive.find(name) != nullptr; };
  if (has("config_layouts") && has("node_config_names")) return ArchiveKind::kMeasured;
  if (!has("node_feat") || !has("node_opcode") || !has("edge_index")) return ArchiveKind::kUnknown;
  if (has("node_config_feat")) return ArchiveKind::kLayout;
  return has("config_feat") ? ArchiveKind::kTile : ArchiveKind::kGraph;
}

Result<graph::Graph> readGraph(const npz::Archive& archive) {
  graph::Graph graph;
  Result<const npz::Array*> features =
      getShaped(archive, "node_feat", {-1, graph::kNodeFeatures}, "(nodes, 140): the features of each node");
  if (!features) return features.error();
  Result<std::vector<float>> values = (*features)->toFloats();
  if (!values) return values.error();
  if (const Result<bool> finite = checkFinite(*values, graph::kNodeFeatures, "node_feat"); !finite)
    return finite.error();
  graph.features = graph::FeatureRows::fromDense(*values);
  const int64_t nodes = (*features)->shape[0];
  Result<std::vector<int64_t>> opcodes =
      readIntegers(archive, "node_opcode", nodes, "(nodes): an opcode for each row of node_feat");
  if (!opcodes) return opcodes.error();
  for (int64_t opcode : *opcodes) {
    if (opcode < 0 || opcode > hlo::kMaxTpuGraphsId) {
      return Error{"node_opcode holds " + std::to_string(opcode) + ", expected 0 to 120",
                   "use the opcode numbers of TpuGraphs"};
    }
    graph.opcodes.push_back(static_cast<uint8_t>(opcode));
  }
  Result<const npz::Array*> edges =
      getShaped(archive, "edge_index", {-1, 2}, "(edges, 2): consumer and producer of each edge");
  if (!edges) return edges.error();
  Result<std::vector<int64_t>> ends = (*edges)->toIntegers();
  if (!ends) return ends.error();
  for (size_t i = 0; i + 1 < ends->size(); i += 2) {
    const int64_t u = (*ends)[i], v = (*ends)[i + 1];
    if (u < 0 || v < 0 || u >= nodes || v >= nodes) {
      return Error{"edge_index has an edge between nodes " + std::to_string(u) + " and " + std::to_string(v) +
                       ", expected node numbers below " + std::to_string(nodes),
                   "number the nodes by their rows in node_feat, from 0"};
    }
    graph.edges.push_back({static_cast<uint32_t>(u), static_cast<uint32_t>(v)});
  }
  // A parameter has users but no operands.
  const uint8_t parameter = hlo::tpuGraphsId(hlo::Opcode::kParameter);
  const auto parametersAmong = [&](uint32_t graph::Edge::*end) {
    return std::count_if(graph.edges.begin(), graph.edges.end(),
                         [&](const graph::Edge& edge) { return graph.opcodes[edge.*end] == parameter; });
  };
  if (parametersAmong(&graph::Edge::u) > parametersAmong(&graph::Edge::v))
    return Error{
        "edge_index looks reversed: more parameters are consumers than producers, but a parameter has no operands",
        "list the consumer of each edge first, then the producer"};
  if (const npz::Array* splits = archive.find("node_splits")) {
    Result<std::vector<int64_t>> starts = splits->toIntegers();
    if (!starts) return starts.error();
    for (const int64_t start : *starts)
      if (start < 0 || start > nodes)
        return Error{"node_splits contains " + std::to_string(start) +
                         ", expected indices from 0 to the number of nodes, " + std::to_string(nodes),
                     "write the node index at which each segment begins"};
    graph.splits = std::move(*starts);
  } else {
    graph.splits = {0, nodes};
  }
  if (archive.find("node_config_ids") == nullptr) return graph;
  Result<std::vector<int64_t>> ids =
      readIntegers(archive, "node_config_ids", -1, "(configurable nodes): the node number of each");
  if (!ids) return ids.error();
  for (int64_t id : *ids) {
    if (id < 0 || id >= nodes) {
      return Error{
          "node_config_ids has node " + std::to_string(id) + ", expected node numbers below " + std::to_string(nodes),
          "number the nodes by their rows in node_feat, from 0"};
    }
    graph.configurable.push_back(static_cast<uint32_t>(id));
  }
  return graph;
}

Result<Configurations> readLayouts(const npz::Archive& archive, const graph::Program& program,
                                   std::vector<uint32_t> nodes) {
  Result<const npz::Array*> columns = archive.get("node_config_feat");
  if (!columns) return columns.error();
  Result<Configurations> read = fromColumns(std::move(nodes), **columns);
  if (!read) return read;
  Result<Configurations> configurations = canonical(program, std::move(*read));
  if (!configurations) return configurations;
  Result<std::vector<int64_t>> runtimes = readRuntimes(archive, configurations->count);
  if (!runtimes) return runtimes.error();
  configurations->runtimes = std::move(*runtimes);
  return configurations;
}

Result<TileConfigurations> readTiles(const npz::Archive& archive) {
  TileConfigurations tiles;
  Result<const npz::Array*> columns = getShaped(archive, "config_feat", {-1, kTileColumns},
                                                "(configurations, 24): tile sizes, their sums and products");
  if (!columns) return columns.error();
  Result<std::vector<float>> values = (*columns)->toFloats();
  if (!values) return values.error();
  if (const Result<bool> finite = checkFinite(*values, kTileColumns, "config_feat"); !finite) return finite.error();
  tiles.columns = std::move(*values);
  Result<std::vector<int64_t>> runtimes = readRuntimes(archive, tiles.count());
  if (!runtimes) return runtimes.error();
  tiles.runtimes = std::move(*runtimes);
  if (archive.find("config_runtime_normalizers") == nullptr) return tiles;
  Result<std::vector<int64_t>> normalizers =
      readIntegers(archive, "config_runtime_normalizers", static_cast<int64_t>(tiles.count()),
                   "(configurations): the run time in ns of the compiler default for each");
  if (!normalizers) return normalizers.error();
  if (const Result<bool> checked = checkTimes(*normalizers, "config_runtime_normalizers"); !checked)
    return checked.error();
  tiles.normalizers = std::move(*normalizers);
  return tiles;
}

Result<Problem> readProblem(const npz::Archive& archive, std::string name, const hlo::Module* module) {
  const ArchiveKind kind = kindOf(archive);
  Problem problem;
  if (module != nullptr) problem.program = graph::makeProgram(*module, graph::makeGraph(*module));
  if (kind == ArchiveKind::kUnknown) {
    std::string names;
    for (const npz::Array& array : archive.arrays) names += (names.empty() ? "" : ", ") + array.name;
    return Error{"the archive has " + (names.empty() ? "no arrays" : "the arrays " + names) +
                     ", expected a program (node_feat, node_opcode, edge_index) or configurations (config_layouts, "
                     "node_config_names)",
                 "give an .npz file of TpuGraphs, of `hlorank features` or of `hlorank collect`"};
  }
  if (kind == ArchiveKind::kMeasured) {
    if (module == nullptr) {
      return Error{"the archive holds configurations, but not their program",
                   "give the program as well (NAME.hlo.txt.gz in the folder of NAME.npz)"};
    }
    Result<Configurations> configurations = readMeasured(archive, *module, problem.program);
    if (!configurations) return configurations.error();
    problem.configurations = std::move(*configurations);
    auto times = readInstructionTimes(archive, problem.configurations.count);
    if (!times) return times.error();
    problem.instructionTimes = std::move(*times);
    return problem;
  }
  Result<graph::Graph> graph = readGraph(archive);
  if (!graph) return graph.error();
  if (module != nullptr && graph->opcodes != problem.program.graph.opcodes) {
    return Error{"node_opcode does not match the given program (archive: " + std::to_string(graph->nodes()) +
                     " nodes, program: " + std::to_string(problem.program.graph.nodes()) + ")",
                 "give the program that this archive was made from, or only the archive"};
  }
  if (kind == ArchiveKind::kTile) {
    Result<TileConfigurations> tiles = readTiles(archive);
    if (!tiles) return tiles.error();
    problem.tiles = std::move(*tiles);
  }
  std::vector<uint32_t> configurable = graph->configurable;
  if (module == nullptr) problem.program = graph::makeProgram(std::move(name), std::move(*graph));
  if (kind == ArchiveKind::kLayout) {
    Result<Configurations> configurations = readLayouts(archive, problem.program, std::move(configurable));
    if (!configurations) return configurations.error();
    problem.configurations = std::move(*configurations);
  }
  return problem;
}

}  // namespace hlorank::configs
