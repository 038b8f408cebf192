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

// The kind of an .npz archive, recognized by the names of its arrays.
enum class ArchiveKind {
  kUnknown,
  kGraph,     // node_feat, node_opcode, edge_index: a program without configurations
  kLayout,    // kGraph's arrays and node_config_ids, node_config_feat: TpuGraphs' layout collections
  kTile,      // kGraph's arrays and config_feat: TpuGraphs' tile collection
  kMeasured,  // config_layouts, node_config_names: measured configurations; the program is in a separate file
};
ArchiveKind kindOf(const npz::Archive& archive);

// Reads an archive's program and configurations. The program comes from `module` if not null, else from the arrays, and
// is then called `name`; a kMeasured archive requires `module`. If all run times are 0, as in test sets that hide them,
// the problem has no run times. The layout table of the configurations is canonical (see `canonical` in
// layout_space.h). Errors name the array and what it must hold.
Result<Problem> readProblem(const npz::Archive& archive, std::string name, const hlo::Module* module = nullptr);

// Read parts of an archive; used by readProblem. readMeasured reads a kMeasured archive, readLayouts a kLayout one,
// both into a canonical layout table (see layout_space.h); readTiles reads a kTile one.
Result<graph::Graph> readGraph(const npz::Archive& archive);
Result<Configurations> readMeasured(const npz::Archive& archive, const hlo::Module& module,
                                    const graph::Program& program);
Result<Configurations> readLayouts(const npz::Archive& archive, const graph::Program& program,
                                   std::vector<uint32_t> nodes);  // `nodes`: node numbers of the configurable nodes
Result<TileConfigurations> readTiles(const npz::Archive& archive);

// Checks that run times in ns are all positive, or all 0 (hidden, as in test sets). Returns true or an Error, never
// false. The error names `array` and the first wrong element.
Result<bool> checkTimes(std::span<const int64_t> times, const std::string& array);
// Checks that all values of a row-major matrix with `columns` columns are finite. Returns true or an Error, never
// false. The error names `array`, row, column and value.
Result<bool> checkFinite(std::span<const float> values, size_t columns, const std::string& array);

// Builds an archive of the arrays that all TpuGraphs files share: node_feat, node_opcode, edge_index (sorted).
npz::Archive makeGraphArchive(const graph::Graph& graph);
// Builds a file of TpuGraphs' layout collections: the arrays of makeGraphArchive, node_config_ids, node_config_feat,
// config_runtime (ns; all 0 if not measured) and node_splits.
npz::Archive makeLayoutArchive(const graph::Graph& graph, const Configurations& configurations);
// Builds a file of TpuGraphs' tile collection: the arrays of makeGraphArchive, config_feat, config_runtime and
// config_runtime_normalizers (ns; all 0 if not measured).
npz::Archive makeTileArchive(const graph::Graph& graph, const TileConfigurations& tiles);

}  // namespace hlorank::configs
