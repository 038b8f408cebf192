// Reads and writes .npz files with a program and its configurations: layout and tile files of TpuGraphs, and files that
// `hlorank collect` measured.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/layout_space.h"
#include "shared/configs/problem.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"
#include "shared/npz/npz.h"

namespace hlorank::configs {

// The kind of an archive, recognized by its arrays.
enum class ArchiveKind {
  kUnknown,
  kGraph,     // node_feat, node_opcode, edge_index: a program without configurations
  kLayout,    // as kGraph, and node_config_ids, node_config_feat: TpuGraphs' layout collections
  kTile,      // as kGraph, and config_feat: TpuGraphs' tile collection
  kMeasured,  // config_layouts, node_config_names: measured configurations; the program is in a separate file
};
ArchiveKind kindOf(const npz::Archive& archive);

// Reads an archive's program and configurations. The program comes from `module` if given (with extras), else from the
// arrays; a kMeasured archive requires `module`. Without `module`, the program is called `name`. Run times that are all
// 0 (hidden, as in test sets) are dropped. Configurations are canonical (layout_space.h). Errors name the array and
// what it must hold. One pass over the arrays, without a copy of the dense layouts.
Result<Problem> readProblem(const npz::Archive& archive, std::string name, const hlo::Module* module = nullptr);

// The steps of readProblem.
Result<graph::Graph> readGraph(const npz::Archive& archive);
Result<Configurations> readMeasured(const npz::Archive& archive, const hlo::Module& module,
                                    const graph::Program& program);
Result<Configurations> readLayouts(const npz::Archive& archive, const graph::Program& program,
                                   std::vector<uint32_t> nodes);  // `nodes`: the configurable nodes
Result<TileConfigurations> readTiles(const npz::Archive& archive);

// Checks that run times are all positive, or all 0 (hidden). The error names the array and the offending element.
Result<bool> checkTimes(std::span<const int64_t> times, const std::string& array);
// Checks that all values of a matrix with `columns` columns are finite. The error names the array, row, column and
// value.
Result<bool> checkFinite(std::span<const float> values, size_t columns, const std::string& array);

// Builds the arrays that all TpuGraphs files share: node_feat, node_opcode, edge_index (sorted).
npz::Archive makeGraphArchive(const graph::Graph& graph);
// Builds a file of the layout collections: makeGraphArchive plus node_config_ids, node_config_feat, config_runtime (0
// where unknown) and node_splits.
npz::Archive makeLayoutArchive(const graph::Graph& graph, const Configurations& configurations);
// Builds a file of the tile collection: makeGraphArchive plus config_feat, config_runtime, config_runtime_normalizers.
npz::Archive makeTileArchive(const graph::Graph& graph, const TileConfigurations& tiles);

}  // namespace hlorank::configs
