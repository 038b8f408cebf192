// Converts TpuGraphs files and measurements of `hlorank collect` to a store: a folder of .prepared files, one per
// program, and manifest.json (docs/store.md).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/store/stored_program.h"

namespace hlorank::store {

// Options of prepare() and openSource().
struct PrepareOptions {
  std::string collection;         // collection of every source; "": derive it from the folder names
  std::optional<Split> split;     // split of every source; nullopt: derive it from the folder names
  std::vector<std::string> skip;  // names of programs to skip, without extensions
  bool verify = false;            // read every prepared program again and verify its checksums
};

// Summary of one .prepared file.
struct PreparedProgram {
  std::string source, path;  // source file; path of the .prepared file relative to the store
  About about;
  // Numbers of nodes of the graph, of configurable ones (whose layouts a configuration can set), and of distinct
  // configurations.
  uint64_t nodes = 0, configurable = 0, distinct = 0;
  uint64_t bytes = 0;    // size of the .prepared file
  uint64_t hash = 0;     // of the data (StoredProgram::hash)
  bool already = false;  // the store already had it from the same source; nothing was written
};

// Result of prepare().
struct Preparation {
  std::vector<PreparedProgram> programs;
  std::vector<std::string> skipped;  // sources not read because of PrepareOptions::skip
  struct Failure {
    std::string source;
    Error error;
  };
  std::vector<Failure> failures;  // sources that could not be read
  bool interrupted = false;       // by Ctrl-C
  std::optional<Error> stopped;   // a disk error that stopped the run; `programs` lists what was done before
};

// Progress of prepare(): reads file `index` (from 0) of `count`, and has read `done` of the `total` bytes of its
// configurations. `total` is 0 until the file is open.
struct Step {
  size_t index, count;
  std::string source;
  uint64_t done, total;
};

// Writes folder/COLLECTION/SPLIT/NAME.prepared for every program of `sources` (files and folders), and manifest.json.
// Keeps a program that the store has from the same source (same size and modification time, or same size and checksum).
// Calls `report` with the progress. Stops after Ctrl-C with complete files only. Memory: the graph and a few rows of
// node_config_feat. Error: a source does not exist, or there are none; other errors are in the Preparation.
Result<Preparation> prepare(const std::vector<std::string>& sources, const std::string& folder,
                            const PrepareOptions& options, const std::function<void(const Step&)>& report = {});

// Whether the file at `path` is, by its content, an npz or a tuning file of TpuGraphs. False for an npz of `hlorank
// collect` and for files that cannot be read.
bool isTpuGraphs(const std::string& path);

// Reads the programs of the source file `source` as prepare() does, but into temporary files whose disk space is freed
// with the programs. Error: the source cannot be read, a disk error, or Ctrl-C.
Result<std::vector<std::shared_ptr<const StoredProgram>>> openSource(const std::string& source,
                                                                     const PrepareOptions& options = {});

}  // namespace hlorank::store
