// Loads programs with measured configurations from files. A configuration is a layout for every tensor of an HLO
// program whose layout can be chosen, the tile sizes of a kernel, or a schedule of a Halide or TVM pipeline.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "native/store/names.h"
#include "native/store/stored_program.h"
#include "shared/base/result.h"
#include "shared/model/analytical.h"
#include "shared/session/open.h"
#include "shared/stages/problem.h"

namespace hlorank::data {

// A program with its configurations and their run times.
struct MeasuredProgram {
  std::string name;        // file name without extensions, or the program's name in the .prepared or TpuGraphs file
  std::string family;      // group of variants of one network; training and test data must not share a group
  std::string path;        // the file that the program was read from
  uint64_t hash = 0;       // FNV-1a-64 of the program's data, to detect changes
  std::string collection;  // collection of TpuGraphs, such as "layout:xla:random"; "" if in none
  store::Split split = store::Split::kNone;  // train, valid or test split of TpuGraphs; kNone if in none
  session::Opened opened;                    // the program and its layout configurations or tile sizes
  model::AnalyticalCosts analytical;         // analytical cost of every layout in `opened.configurations`
  std::optional<stages::Problem> stages;  // schedules of a Halide or TVM program, whose `opened` is empty; else nullopt
  std::shared_ptr<const store::StoredProgram> stored;  // the .prepared file; null if read from another kind of file
  // For each configuration in `opened.configurations`, its index in `stored`, ascending. Needed because
  // LoadOptions::most may limit loading to a sample. Empty if `stored` is null or has tile sizes.
  std::vector<uint32_t> selected;

  // Returns the indices in `opened.configurations` (or `opened.tiles`, `stages`) of all configurations with a run time.
  // Leaves out configurations that compile to the same module as an earlier one, and a compiler default whose layouts
  // are not recorded.
  std::vector<uint32_t> measured() const;
};
using MeasuredPrograms = std::vector<std::unique_ptr<const MeasuredProgram>>;

struct LoadOptions {
  // Upper limit on the layout configurations to load per .prepared or TpuGraphs file. From a file with more, loads a
  // random sample. 0: no limit.
  size_t most = 20'000;
  uint64_t seed = 1;              // random seed of the sample that `most` limits
  bool acceptUnmeasured = false;  // programs without run times, such as the test split of TpuGraphs, are no error
  bool acceptTiles = false;       // kernels with tile sizes are no error
};

// Replaces each folder in `paths` by the .npz and .prepared files and the folders of schedules (of Halide or TVM) below
// that folder, sorted by path. Keeps other paths. Error: a path does not exist, or no file remains; `place`, if given,
// receives the faulty path.
Result<std::vector<std::string>> listDataFiles(const std::vector<std::string>& paths, std::string* place = nullptr);

// Loads all programs, with their configurations and run times, from the data files in `paths` (see listDataFiles):
// - .prepared files of `hlorank prepare`, memory-mapped;
// - TpuGraphs npz and tuning files, converted to a temporary .prepared file;
// - npz files of `hlorank collect`. If NAME.npz has no program, reads it from the npz's folder: NAME.hlo.txt.gz,
// NAME.hlo.txt, NAME.hlo.gz, NAME.hlo, NAME.pb.gz or NAME.pb.
// - folders and files of schedules of Halide or TVM (stage_files.h), but not together with HLO programs.
// MeasuredProgram::family comes from families.json in the file's folder, an object {program name: family}. Without that
// file, the family is the program name up to the first '_'. On error, `place` receives the path of the faulty file.
Result<MeasuredPrograms> load(const std::vector<std::string>& paths, const LoadOptions& options, std::string* place);
// Loads the programs with default LoadOptions.
Result<MeasuredPrograms> load(const std::vector<std::string>& paths, std::string* place);

// Assigns programs to cross-validation folds. Returns the fold of each program, 0 to folds − 1. All programs of one
// family (variants of one network) go to the same fold. The largest families are assigned first, each to the fold with
// the fewest programs.
std::vector<int> assignFolds(const MeasuredPrograms& programs, int folds);

using store::findConfigurationsFile;
using store::findProgramFile;

// Opens the program in a file for `inspect`, `check` and `rank`: a .prepared file with all its configurations, or one
// that readWithProgram and openFiles open. On error, `place` receives the path of the faulty file, and `code` the exit
// code: kUsage if a file cannot be read, else kBadInput.
Result<session::Opened> openProgram(const std::string& path, const session::Options& options, std::string* place,
                                    int* code);

// Whether a path is that of a .prepared file.
bool isPrepared(const std::string& path);

// Reads a file. For an .npz of `hlorank collect`, also reads the program that was measured, from the HLO file next to
// the .npz. On error, `place` receives the path of the faulty file.
Result<std::vector<session::File>> readWithProgram(const std::string& path, std::string* place);
// Reads the HLO file at `path`, or, if `path` is an .npz, the one next to it, and sets `path` to what was read. On
// error, `code` receives the exit code: kUsage if a file cannot be read, kBadInput if there is none next to the .npz.
Result<std::string> readProgramFile(std::string& path, int& code);
// Parses the contents of files as session::open does. On error, `place` receives the path of the faulty file.
Result<session::Opened> openFiles(std::vector<session::File> files, const session::Options& options,
                                  std::string* place);

}  // namespace hlorank::data
