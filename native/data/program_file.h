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
#include "shared/stages/problem.h"

namespace hlorank::data {

// A program with its configurations and their run times.
struct MeasuredProgram {
  std::string name;        // file name without extensions, or the name in the .prepared or TpuGraphs file
  std::string family;      // name of a group of related programs, never divided between training and validation
  std::string path;        // file that the program was read from
  uint64_t hash = 0;       // FNV-1a-64 of the program's data, to detect changes
  std::string collection;  // TpuGraphs collection, such as "layout:xla:random"; "" if none
  store::Split split = store::Split::kNone;          // train, valid or test split of TpuGraphs; kNone if none
  session::Opened opened;                            // the program and its layout configurations
  model::AnalyticalCosts analytical;                 // cost terms of the layouts in `opened.configurations`
  std::optional<configs::TileConfigurations> tiles;  // all tile configurations; nullopt unless a tile kernel
  std::optional<stages::Problem> stages;             // schedules of Halide or TVM, then `opened` is empty; else nullopt
  std::shared_ptr<const store::StoredProgram> stored;  // null if read from an npz file of `hlorank collect`
  // Which configurations of `stored` are in `opened.configurations`: their indices in `stored`, ascending. Empty if
  // `stored` is null or a tile kernel.
  std::vector<uint32_t> selected;

  // Returns the indices in `opened.configurations` (in `tiles` for a tile kernel) of all configurations with a run
  // time, except duplicates and a compiler default whose layouts are not recorded (see Configurations::usable).
  std::vector<uint32_t> measured() const;
};
using MeasuredPrograms = std::vector<std::unique_ptr<const MeasuredProgram>>;

struct LoadOptions {
  size_t most = 20'000;  // sample at most this many layout configurations per .prepared or TpuGraphs program; 0: all
  uint64_t seed = 1;     // random seed of that sample
  bool hidden = false;   // accept programs without run times, such as TpuGraphs' test splits; else an Error
  bool tiles = false;    // accept kernels with tile configurations; else an Error
};

// Replaces each folder in `paths` by the .npz and .prepared files and the folders of schedules below it, sorted by
// path; keeps other paths. Error: a path does not exist, or no file remains.
Result<std::vector<std::string>> listDataFiles(const std::vector<std::string>& paths);

// Loads all programs, with their configurations and run times, from the data files in `paths` (see listDataFiles):
//  - .prepared files of `hlorank prepare`, memory-mapped;
//  - TpuGraphs npz and tuning files, converted to a temporary .prepared file;
//  - npz files of `hlorank collect`. If NAME.npz has no program, reads it from the npz's folder: NAME.hlo.txt.gz,
//    NAME.hlo.txt, NAME.hlo.gz, NAME.hlo, NAME.pb.gz or NAME.pb.
//  - folders and files of schedules of Halide or TVM (stage_files.h); the two kinds of programs are not mixed.
// The family of a program comes from families.json in its folder (an object: name to family), else it is the name up to
// the first '_'. `place` is set to the file that an error is about.
Result<MeasuredPrograms> load(const std::vector<std::string>& paths, const LoadOptions& options, std::string* place);
Result<MeasuredPrograms> load(const std::vector<std::string>& paths, std::string* place);  // with default LoadOptions

// Assigns programs to cross-validation folds 0 to folds − 1; returns the fold of each program. Never divides a family.
// Assigns the largest families first, each to the fold with the fewest programs.
std::vector<int> assignFolds(const MeasuredPrograms& programs, int folds);

using store::findProgramFile;

// Reads a file, and for an .npz of `hlorank collect` also its program, the HLO file next to it (findProgramFile).
Result<std::vector<session::File>> readWithProgram(const std::string& path);

}  // namespace hlorank::data
