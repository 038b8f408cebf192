// Loads programs with measured configurations from files.
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
  std::string name;    // file name without extensions, or the name in the store
  std::string family;  // related programs; a family is never divided between training and validation
  std::string path;
  uint64_t hash = 0;                         // FNV-1a-64 of the data, to detect changes
  std::string collection;                    // TpuGraphs collection, "layout:xla:random" or "tile:xla"; "" if none
  store::Split split = store::Split::kNone;  // train, valid or test split of the data set
  session::Opened opened;
  model::AnalyticalCosts analytical;
  std::optional<configs::TileConfigurations> tiles;    // all tile configurations, if the program is a tile kernel
  std::shared_ptr<const store::StoredProgram> stored;  // null for npz files of `hlorank collect`
  // Indices of the stored configurations that `opened.configurations` holds, ascending. Empty if `stored` is null.
  std::vector<uint32_t> selected;

  // Indices into `opened.configurations` (or `tiles`) of the configurations that have a run time, without duplicates
  // and without the compiler default (kind `auto`) if its recorded layouts are unverified.
  std::vector<uint32_t> measured() const;
};
using MeasuredPrograms = std::vector<std::unique_ptr<const MeasuredProgram>>;

struct LoadOptions {
  size_t most = 20'000;  // maximum number of configurations per stored program, sampled uniformly; 0: all
  uint64_t seed = 1;     // of the sample
  bool hidden = false;   // accept programs without run times, such as TpuGraphs' test splits
  bool tiles = false;    // accept kernels with tile configurations
};

// Replaces folders by the .npz and .prepared files below them, sorted by path; keeps files. Error: no file remains.
Result<std::vector<std::string>> listDataFiles(const std::vector<std::string>& paths);

// Loads all programs in `paths` (see listDataFiles):
//  - .prepared files of `hlorank prepare`, memory-mapped;
//  - TpuGraphs npz and tuning files, converted to the same format in a temporary file;
//  - npz files of `hlorank collect`. If the npz has no program, reads it from the same folder: NAME.hlo.txt.gz,
//    NAME.hlo.txt, NAME.hlo.gz, NAME.hlo, NAME.pb.gz or NAME.pb.
// The family of a program comes from families.json in its folder (an object: name to family), else it is the name up to
// the first '_'. On error, `place` is the file that the error is about.
Result<MeasuredPrograms> load(const std::vector<std::string>& paths, const LoadOptions& options, std::string* place);
Result<MeasuredPrograms> load(const std::vector<std::string>& paths, std::string* place);  // with default LoadOptions

// Assigns programs to cross-validation folds 0 to folds − 1; returns the fold of each program. Never divides a family.
// Assigns the largest families first, each to the fold with the fewest programs.
std::vector<int> assignFolds(const MeasuredPrograms& programs, int folds);

using store::findProgramFile;

}  // namespace hlorank::data
