// Makes .npz archives of programs and configurations in the format of TpuGraphs.
#include <algorithm>

#include "shared/configs/dataset.h"

namespace hlorank::configs {

npz::Archive makeGraphArchive(const graph::Graph& graph) {
  npz::Archive archive;
  archive.add("node_feat", {int64_t(graph.nodes()), graph::kNodeFeatures}, graph.features.dense());
  archive.add("node_opcode", {int64_t(graph.nodes())}, graph.opcodes);
  std::vector<int64_t> ends;
  for (const graph::Edge& edge : graph.sortedEdges()) {
    ends.push_back(edge.u);
    ends.push_back(edge.v);
  }
  archive.add("edge_index", {int64_t(ends.size() / 2), 2}, ends);
  return archive;
}

npz::Archive makeLayoutArchive(const graph::Graph& graph, const Configurations& configurations) {
  npz::Archive archive = makeGraphArchive(graph);
  const std::vector<uint32_t>& nodes = configurations.table.nodes;
  const size_t count = configurations.count;
  archive.add("node_config_ids", {int64_t(nodes.size())}, std::vector<int64_t>(nodes.begin(), nodes.end()));
  std::vector<float> columns;
  columns.reserve(count * nodes.size() * kLayoutColumns);
  for (size_t c = 0; c < count; ++c) {
    std::vector<int8_t> row = toColumns(configurations, c);
    columns.insert(columns.end(), row.begin(), row.end());
  }
  archive.add("node_config_feat", {int64_t(count), int64_t(nodes.size()), kLayoutColumns}, columns);
  std::vector<int64_t> runtimes = configurations.runtimes;
  runtimes.resize(count);
  archive.add("config_runtime", {int64_t(count)}, runtimes);
  archive.add("node_splits", {1, int64_t(graph.splits.size())}, graph.splits);
  return archive;
}

npz::Archive makeTileArchive(const graph::Graph& graph, const TileConfigurations& tiles) {
  npz::Archive archive = makeGraphArchive(graph);
  const size_t count = tiles.count();
  archive.add("config_feat", {int64_t(count), kTileColumns}, tiles.columns);
  std::vector<int64_t> runtimes = tiles.runtimes, normalizers = tiles.normalizers;
  runtimes.resize(count);
  normalizers.resize(count);
  archive.add("config_runtime", {int64_t(count)}, runtimes);
  archive.add("config_runtime_normalizers", {int64_t(count)}, normalizers);
  return archive;
}

}  // namespace hlorank::configs
