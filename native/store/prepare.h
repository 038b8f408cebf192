// Converts TpuGraphs files and measurements of `hlorank collect` to a store. A store is a folder of .prepared files,
// one per program, with a manifest.json (docs/store.md).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/store/stored_program.h"

namespace hlorank::store {

// Options of prepare() and openSource().
struct PrepareOptions {
  std::string collection;         // collection of every source; "" to derive it from the folder names
  std::optional<Split> split;     // split of every source; nullopt to derive it from the folder names
  std::vector<std::string> skip;  // names of programs to skip, without extensions
  bool verify = false;            // whether to read every .prepared file again and verify its checksums
};

// Summary of one .prepared file.
struct PreparedProgram {
  // `source`: path of the source file. `path`: path of the .prepared file relative to the store (the output folder).
  std::string source, path;
  About about;
  // nodes: number of graph nodes. configurable: number of nodes whose layouts a configuration chooses. distinct: number
  // of distinct configurations.
  uint64_t nodes = 0, configurable = 0, distinct = 0;
  uint64_t bytes = 0;  // size of the .prepared file in bytes
  uint64_t hash = 0;   // hash of the data (StoredProgram::hash)
  // Whether the store already had the program from the same source, so that nothing was written.
  bool already = false;
};

// Result of prepare(): what was converted, skipped and failed.
struct Preparation {
  std::vector<PreparedProgram> programs;
  std::vector<std::string> skipped;  // source files that PrepareOptions::skip excludes
  struct Failure {
    std::string source;
    Error error;
  };
  std::vector<Failure> failures;  // source files that could not be read
  bool interrupted = false;       // whether Ctrl-C ended the run
  // A disk error that ended the run. `programs` lists the programs that were converted before the error.
  std::optional<Error> stopped;
};

// Progress of prepare(). prepare() is reading `source`, the file with index `index` (from 0) of `count`, and has read
// `done` of the `total` bytes of its configurations. `total` is 0 until the file is open.
struct Step {
  size_t index, count;
  std::string source;
  uint64_t done, total;
};

// Writes folder/COLLECTION/SPLIT/NAME.prepared for every program of `sources` (files and folders), and manifest.json.
// Skips a program that `folder` already has from the same source (equal size and modification time, or equal size and
// checksum). Calls `report` with the progress. Stops after Ctrl-C; the files written so far are complete. Memory: one
// graph and a few configurations. Error: a source does not exist, or there are no sources; all other errors are in the
// returned Preparation.
Result<Preparation> prepare(const std::vector<std::string>& sources, const std::string& folder,
                            const PrepareOptions& options, const std::function<void(const Step&)>& report = {});

// Returns whether the file at `path` has the content of an npz or a tuning file of TpuGraphs. False for an npz of
// `hlorank collect` and for files that cannot be read.
bool isTpuGraphs(const std::string& path);

// Converts the programs of the file `source` as prepare() does, but to temporary files. Their disk space is freed when
// the returned programs are destroyed. Error: the source cannot be read, a disk error, or Ctrl-C.
Result<std::vector<std::shared_ptr<const StoredProgram>>> openSource(const std::string& source,
                                                                     const PrepareOptions& options = {});

}  // namespace hlorank::store
