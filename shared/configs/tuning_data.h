// TpuGraphs' tuning files (.pb), which contain HLO modules and their run times under many configurations. A
// ModuleTuningData message has one module with layout configurations; a TuningData message has several kernels with
// tile sizes. The compiler default is the configuration that the compiler chose by itself. Runs are filtered as by
// TpuGraphs' own tools, so that the resulting archives equal those of the data set.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/dataset.h"

namespace hlorank::configs {

// One measured run of an HLO module under a layout or tile-size configuration.
struct TunedRun {
  enum class Kind : uint8_t { kNone, kTile, kLayout };
  Kind kind = Kind::kNone;
  bool error = false;       // whether the run failed
  bool hasProfile = false;  // whether a run time was recorded
  bool isDefault = false;   // whether the compiler chose the configuration by itself (field is_default)
  int64_t nanoseconds = 0;  // run time in ns
  TileSizes tile;           // tile sizes, if the run is of kind kTile
  // [instructions * 3] layouts of output, operand 0 and operand 1, if the run is of kind kLayout.
  std::vector<Layout> layouts;
};

// One HLO module of a tuning file, with its measured runs.
struct TunedModule {
  std::string_view module;  // serialised HloModuleProto, a view into the file
  std::string_view name;
  bool hasModule = false;
  uint64_t fingerprint = 0;
  std::vector<uint32_t> nodes;  // field config_index_to_node: graph node numbers of the instructions whose layouts vary
  std::vector<TunedRun> runs;
};

// Guesses whether a binary proto is a ModuleTuningData or TuningData message of TpuGraphs rather than an HLO module.
bool looksLikeTuningData(std::string_view bytes);

// Parses the modules of a TpuGraphs tuning file, in file order. The result has views into `bytes`. Errors: `bytes` is
// not a tuning message, an instruction has layouts of more than three tensors, a layout has more than six dimensions or
// a dimension number above 14.
Result<std::vector<TunedModule>> parseTuningData(std::string_view bytes);

// Returns the successful runs with layouts and a run time as configurations, in file order. The compiler default is the
// first of these runs with isDefault. The layout table is not canonical (see `canonical` in layout_space.h). Errors: no
// instruction whose layouts vary, a node number ≥ graphNodes, a run for another number of nodes, a run time ≤ 0, no run
// of the compiler default.
Result<Configurations> layoutsOf(const TunedModule& module, size_t graphNodes);

// Tile-size configurations of one kernel of a tuning file.
struct TunedKernel {
  size_t module = 0;  // index of the kernel's module in the list given to tilesOf
  TileConfigurations tiles;
};
// Returns the tile configurations of a file's modules. Skips modules with fewer than two runs or with a run without
// tile sizes. Skips runs that failed or took at most 1 ns. The normalizer, by which training divides run times, is the
// time of the first run of the compiler default. If several modules have the same name, it comes from the last of them.
// Error: a module has no run of the compiler default.
Result<std::vector<TunedKernel>> tilesOf(const std::vector<TunedModule>& modules);

// An .npz archive, with the name of the HLO module from which it was made.
struct NamedArchive {
  std::string name;  // name of the HLO module
  npz::Archive archive;
};
// Converts a TpuGraphs tuning file to .npz archives as TpuGraphs' own tools do. A ModuleTuningData with instructions
// whose layouts vary gives one layout archive. Any other file gives one tile archive per kernel. Errors: those of
// parseTuningData, layoutsOf, tilesOf and hlo::parseModuleProto.
Result<std::vector<NamedArchive>> archivesOf(std::shared_ptr<const std::string> bytes);

}  // namespace hlorank::configs
