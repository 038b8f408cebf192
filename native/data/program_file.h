// Programs with measured configurations, from the disk.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/store/names.h"
#include "native/store/stored_program.h"
#include "shared/base/result.h"
#include "shared/configs/tile_space.h"
#include "shared/model/analytical.h"
#include "shared/session/open.h"

namespace hlorank::data {

struct MeasuredProgram {
  std::string name;    // of the file, without its endings
  std::string family;  // programs of one family are never on both sides of a split
  std::string path;
  uint64_t hash = 0;                         // FNV-1a-64 over the data, to tell whether it changed
  std::string collection;                    // "layout:xla:random", "tile:xla"; "" for a file that is of none
  store::Split split = store::Split::kNone;  // the data set's own, by the store or the path
  session::Opened opened;
  model::AnalyticalCosts analytical;
  std::optional<configs::TileConfigurations> tiles;    // of a tile kernel: all of them
  std::shared_ptr<const store::StoredProgram> stored;  // null for measurements of our own that are not prepared
  std::vector<uint32_t>
      selected;  // of a stored program: the configurations that `opened.configurations` holds, ascending

  // Configurations that are distinct, ran as they say, and have a time.
  std::vector<uint32_t> measured() const;
};
using MeasuredPrograms = std::vector<std::unique_ptr<const MeasuredProgram>>;

struct LoadOptions {
  size_t most = 20'000;  // configurations of a stored program to take into memory, spread evenly; 0: all
  uint64_t seed = 1;     // of which
  bool hidden = false;   // programs without run times (test sets hide them) are welcome too
  bool tiles = false;    // and kernels with tile sizes
};

// Files as they are, folders as the .npz and .prepared files in them, by name. Error where there is none.
Result<std::vector<std::string>> filesAmong(const std::vector<std::string>& paths);

// Opens every program among `paths`, a folder standing for the .npz and .prepared files in it (by name):
//  - what `hlorank prepare` wrote, mapped;
//  - TpuGraphs' npz and tuning files, made into the same in a temporary file;
//  - npz of our own measurements, as they are. One that has only configurations finds its program beside it:
//    NAME.hlo.txt.gz, NAME.hlo.txt, NAME.hlo.gz, NAME.hlo, NAME.pb.gz or NAME.pb.
// The family of a program is what families.json of its folder (an object, name to family) says, else its name up to the
// first '_'. `place` receives the file an error is about.
Result<MeasuredPrograms> load(const std::vector<std::string>& paths, const LoadOptions& options, std::string* place);
Result<MeasuredPrograms> load(const std::vector<std::string>& paths, std::string* place);  // as usual

// Fold of every program, 0 .. folds-1: whole families, the largest first, each to the fold that has the fewest programs
// yet.
std::vector<int> foldsByFamily(const MeasuredPrograms& programs, int folds);

using store::programBeside;

}  // namespace hlorank::data
