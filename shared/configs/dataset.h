// Reads and writes .npz files that contain a program and its configurations: layout and tile files of TpuGraphs, and
// files that `hlorank collect` measured.
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

// Kind of an .npz archive, recognized by the names of its arrays.
enum class ArchiveKind {
  kUnknown,
  kGraph,   // arrays node_feat, node_opcode and edge_index: a graph without configurations
  kLayout,  // arrays of a graph, node_config_ids and node_config_feat: a TpuGraphs layout file
  kTile,    // arrays of a graph and config_feat: a TpuGraphs tile file
  // Arrays config_layouts and node_config_names: layouts that `hlorank collect` measured, without the program.
  kMeasured,
};
ArchiveKind kindOf(const npz::Archive& archive);

// Reads a program and its configurations from an archive. The program comes from `module`, which an archive of kind
// kMeasured requires. If `module` is null, the program comes from the arrays and gets the name `name`. If all run times
// are 0, as in test sets that hide them, the result has no run times. The layout table is canonical (see `canonical` in
// layout_space.h). Errors name the array and what it must contain.
Result<Problem> readProblem(const npz::Archive& archive, std::string name, const hlo::Module* module = nullptr);

// Read parts of an archive for readProblem. readGraph reads the graph, readMeasured the configurations of a kMeasured
// archive, readLayouts those of a kLayout archive, readTiles those of a kTile archive. readMeasured and readLayouts
// return a canonical layout table (see `canonical` in layout_space.h).
Result<graph::Graph> readGraph(const npz::Archive& archive);
Result<Configurations> readMeasured(const npz::Archive& archive, const hlo::Module& module,
                                    const graph::Program& program);
Result<Configurations> readLayouts(const npz::Archive& archive, const graph::Program& program,
                                   // `nodes` are the graph node numbers of the instructions whose layouts vary.
                                   std::vector<uint32_t> nodes);
Result<TileConfigurations> readTiles(const npz::Archive& archive);

// Checks that run times in ns are all positive, or all 0. Test sets write 0 to hide the times. Returns true or an
// Error, never false. The error names `array` and the first wrong element.
Result<bool> checkTimes(std::span<const int64_t> times, const std::string& array);
// Checks that all values of a row-major matrix with `columns` columns are finite. Returns true or an Error, never
// false. The error names `array`, and the row, column and value of the first wrong element.
Result<bool> checkFinite(std::span<const float> values, size_t columns, const std::string& array);

// Makes an .npz archive of the arrays that all TpuGraphs files share: node_feat, node_opcode and edge_index (sorted).
npz::Archive makeGraphArchive(const graph::Graph& graph);
// Makes a TpuGraphs layout file: the arrays of makeGraphArchive, node_config_ids, node_config_feat, config_runtime and
// node_splits. config_runtime is in ns, and all 0 if the times were not measured.
npz::Archive makeLayoutArchive(const graph::Graph& graph, const Configurations& configurations);
// Makes a TpuGraphs tile file: the arrays of makeGraphArchive, config_feat, config_runtime and
// config_runtime_normalizers. Both arrays of run times are in ns, and all 0 if the times were not measured.
npz::Archive makeTileArchive(const graph::Graph& graph, const TileConfigurations& tiles);

}  // namespace hlorank::configs
