// Tuning files of TpuGraphs (.pb): an HLO module and its run times under many configurations (layouts or tile sizes).
// The compiler default is the configuration that the compiler chose on its own. A ModuleTuningData message holds one
// module with layout configurations; a TuningData message holds several kernels with tile sizes. Runs are filtered as
// by TpuGraphs' own tools, so that the resulting archives equal those of the data set.
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
  bool error = false;           // the run failed
  bool hasProfile = false;      // a run time was recorded
  bool isDefault = false;       // field is_default: the compiler chose the configuration
  int64_t nanoseconds = 0;      // run time
  TileSizes tile;               // kTile only
  std::vector<Layout> layouts;  // kLayout only: [configurable nodes * 3] output, operand 0, operand 1
};

// One module of a tuning file with its runs.
struct TunedModule {
  std::string_view module;  // HloModuleProto, a view into the file
  std::string_view name;
  bool hasModule = false;
  uint64_t fingerprint = 0;
  std::vector<uint32_t> nodes;  // field config_index_to_node: graph node numbers of the configurable nodes
  std::vector<TunedRun> runs;
};

// Guesses whether a binary proto is a ModuleTuningData or TuningData message rather than an HLO module.
bool looksLikeTuningData(std::string_view bytes);

// Parses the modules of a tuning file, in file order. The result holds views into `bytes`. Errors: not a tuning
// message, a node with layouts for more than three tensors, a layout of more than six dimensions or with a dimension
// above 14.
Result<std::vector<TunedModule>> parseTuningData(std::string_view bytes);

// Returns the runs with layouts, a run time and no error as configurations, in file order; the compiler default is the
// first with is_default. The table is not canonical (see canonical in layout_space.h). Errors: no configurable nodes, a
// node number ≥ graphNodes, a run for another number of nodes, a run time ≤ 0, no run of the compiler default.
Result<Configurations> layoutsOf(const TunedModule& module, size_t graphNodes);

// The tile configurations of one kernel of a tuning file.
struct TunedKernel {
  size_t module = 0;  // index of the kernel's module in the argument of tilesOf
  TileConfigurations tiles;
};
// Returns the tile configurations of a file's modules. Skips modules with fewer than two runs or with a run without
// tile sizes, and runs that failed or took at most 1 ns. The normalizer, by which training divides run times, is the
// time of the module's first run of the compiler default; modules with the same name use that of the last one among
// them. Error: a module without a run of the compiler default.
Result<std::vector<TunedKernel>> tilesOf(const std::vector<TunedModule>& modules);

// An .npz archive and the name of the module that it was made from.
struct NamedArchive {
  std::string name;  // name of the HLO module
  npz::Archive archive;
};
// Converts the bytes of a tuning file to .npz archives as TpuGraphs' own tools do: one layout archive for a
// ModuleTuningData with configurable nodes, else one tile archive per kernel. Errors: those of parseTuningData,
// layoutsOf, tilesOf and hlo::parseModuleProto.
Result<std::vector<NamedArchive>> archivesOf(std::shared_ptr<const std::string> bytes);

}  // namespace hlorank::configs
