// Programs with configurations as files hold them: .npz of TpuGraphs (layout, tile) and of measurements of our own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/layout_space.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"
#include "shared/npz/npz.h"

namespace hlorank::configs {

// What the arrays of a file make it.
enum class ArchiveKind {
  kUnknown,
  kGraph,     // node_feat, node_opcode, edge_index: a program alone
  kLayout,    // and node_config_ids, node_config_feat: TpuGraphs' layout collections
  kTile,      // and config_feat: TpuGraphs' tile collection
  kMeasured,  // config_layouts, node_config_names: configurations of a program that stands in a file of its own
};
ArchiveKind kindOf(const npz::Archive& archive);

struct Dataset {
  graph::Program program;
  Configurations configurations;  // count 0 for a graph alone and for tiles
  std::optional<TileConfigurations> tiles;
};

// The program of an archive, or of `module` where one is given (then with its extras), and the configurations.
// A kMeasured archive needs `module`, the program it was measured with. Run times that are all 0 (test sets hide them)
// are left out. Configurations are canonical (layout_space.h). Errors name the array, what was expected of it and what
// to do. Cost: one pass over the arrays; the dense layouts are read where they lie.
Result<Dataset> readDataset(const npz::Archive& archive, std::string name, const hlo::Module* module = nullptr);

// The parts of it.
Result<graph::Graph> readGraph(const npz::Archive& archive);
Result<Configurations> readMeasured(const npz::Archive& archive, const hlo::Module& module,
                                    const graph::Program& program);
Result<Configurations> readLayouts(const npz::Archive& archive, const graph::Program& program,
                                   std::vector<uint32_t> nodes);  // the configurable ones
Result<TileConfigurations> readTiles(const npz::Archive& archive);

// Run times are all positive, or all 0 (hidden). Error: names the array, and the element that is neither.
Result<bool> checkTimes(std::span<const int64_t> times, const std::string& array);
// Numbers of `columns` in a row are all finite. Error: names the array, row, column and value.
Result<bool> checkFinite(std::span<const float> values, size_t columns, const std::string& array);

// The arrays that both collections of TpuGraphs begin with: node_feat, node_opcode, edge_index (sorted).
npz::Archive graphArchive(const graph::Graph& graph);
// The file of the layout collections: and node_config_ids, node_config_feat, config_runtime (zeros where unknown),
// node_splits.
npz::Archive layoutArchive(const graph::Graph& graph, const Configurations& configurations);
// The file of the tile collection: and config_feat, config_runtime, config_runtime_normalizers.
npz::Archive tileArchive(const graph::Graph& graph, const TileConfigurations& tiles);

}  // namespace hlorank::configs
