// Tuning files of TpuGraphs (.pb): an HLO module and its run times under many configurations. A ModuleTuningData
// message holds one module with layout configurations; a TuningData message holds several kernels with tile sizes. Runs
// are filtered as by TpuGraphs' own tools, so that the resulting archives equal those of the data set.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/dataset.h"

namespace hlorank::configs {

// One measured run of a module under a configuration.
struct TunedRun {
  enum class Kind : uint8_t { kNone, kTile, kLayout };
  Kind kind = Kind::kNone;
  bool error = false;
  bool hasProfile = false;
  bool isDefault = false;       // the compiler default
  int64_t nanoseconds = 0;      // run time
  TileSizes tile;               // kTile only
  std::vector<Layout> layouts;  // kLayout only: [nodes * 3]
};

// One module of a tuning file with its runs.
struct TunedModule {
  std::string_view module;  // the HloModuleProto message, a view into the file
  std::string_view name;
  bool hasModule = false;
  uint64_t fingerprint = 0;
  std::vector<uint32_t> nodes;  // config_index_to_node: indices of the configurable nodes
  std::vector<TunedRun> runs;
};

// Returns whether a binary proto is one of the two tuning messages (a heuristic) rather than an HLO module.
bool looksLikeTuningData(std::string_view bytes);

// Parses the modules of a file, in file order; the views are valid as long as `bytes`. Errors: not a tuning message, a
// node with more than three tensors, a layout with more than six dimensions or with a dimension above 14.
Result<std::vector<TunedModule>> parseTuningData(std::string_view bytes);

// Returns the layout configurations of a module: its runs with layouts, a profile and no error, in file order.
// `automatic` is the first run with is_default. The table is not canonical yet. Errors: no configurable nodes, a node
// index outside the graph, a run with another number of nodes, a run time that is not positive, no default run.
Result<Configurations> layoutsOf(const TunedModule& module, size_t graphNodes);

// The tile configurations of one kernel of a tuning file.
struct TunedKernel {
  size_t module = 0;  // index in the argument of tilesOf
  TileConfigurations tiles;
};
// Returns the tile configurations of a file's modules. Skips modules with fewer than two runs or with any run without
// tile sizes, and runs with an error or of at most 1 ns. The normalizer is the run time of the first remaining default
// run; modules with equal names share that of the last one. Error: a module without a default run.
Result<std::vector<TunedKernel>> tilesOf(const std::vector<TunedModule>& modules);

// An .npz archive and the module it was made from.
struct NamedArchive {
  std::string name;  // module name
  npz::Archive archive;
};
// Converts a tuning file to .npz archives as TpuGraphs' own tools do: one layout archive for a ModuleTuningData with
// configurable nodes, else one tile archive per kernel. Parses the modules with hlo::parseModuleProto.
Result<std::vector<NamedArchive>> archivesOf(std::shared_ptr<const std::string> bytes);

}  // namespace hlorank::configs
