// Tuning files of TpuGraphs (.pb): an HLO module and what running it under many configurations took. A ModuleTuningData
// holds one module with layouts, a TuningData several kernels with tile sizes. What is kept of them follows TpuGraphs'
// own tools, so that the archives are the data set's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/dataset.h"

namespace hlorank::configs {

// One run of a module under a configuration.
struct TunedRun {
  enum class Kind : uint8_t { kNone, kTile, kLayout };
  Kind kind = Kind::kNone;
  bool error = false;
  bool hasProfile = false;
  bool isDefault = false;
  int64_t nanoseconds = 0;
  TileSizes tile;               // of a kTile run
  std::vector<Layout> layouts;  // of a kLayout run: [nodes * 3]
};

struct TunedModule {
  std::string_view module;  // the HloModuleProto message, a view into the file
  std::string_view name;
  bool hasModule = false;
  uint64_t fingerprint = 0;
  std::vector<uint32_t> nodes;  // config_index_to_node: node numbers of the configurable nodes
  std::vector<TunedRun> runs;
};

// Whether bytes that are a proto look like one of the two messages rather than an HLO module.
bool looksLikeTuningData(std::string_view bytes);

// The modules of a file, in its order; the views live as long as `bytes`. Errors: bytes that are not such a message, a
// node with more than three tensors, a layout of more than six dimensions or with a dimension beyond 14.
Result<std::vector<TunedModule>> parseTuningData(std::string_view bytes);

// The layout configurations of a module: runs that have a layout, no error and a profile, in file order; `automatic` is
// the first default among them. Not canonical yet. Errors: no configurable nodes, one beyond the graph, a run with
// other nodes, a time that is not positive, no default.
Result<Configurations> layoutsOf(const TunedModule& module, size_t graphNodes);

// The tile configurations of the modules of a file that have any (index in `modules`, rows). A module with fewer than
// two runs, or with a run that is not of tile sizes, is left out; so are runs with an error or of at most 1 ns. The
// normalizer is the time of the first default run kept; where two modules share a name, that of the later one. Error: a
// module without a default.
struct TunedKernel {
  size_t module = 0;
  TileConfigurations tiles;
};
Result<std::vector<TunedKernel>> tilesOf(const std::vector<TunedModule>& modules);

// The .npz archives that TpuGraphs' own tools make of a tuning file: one of layouts for a ModuleTuningData with
// configurable nodes, else one of tiles for each kernel. Reads the modules with hlo::parseModuleProto.
struct NamedArchive {
  std::string name;  // of the module
  npz::Archive archive;
};
Result<std::vector<NamedArchive>> archivesOf(std::shared_ptr<const std::string> bytes);

}  // namespace hlorank::configs
