// Converts TpuGraphs files and measurements of `hlorank collect` to a store (docs/store.md).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/store/stored_program.h"

namespace hlorank::store {

struct PrepareOptions {
  std::string collection;         // collection of every source; empty: derive it from the path (see placeOf)
  std::optional<Split> split;     // split of every source; nullopt: derive it from the path
  std::vector<std::string> skip;  // names of programs to skip
  bool verify = false;            // read every prepared program again and verify its checksums
};

struct PreparedProgram {
  std::string source, path;  // path: relative to the store
  About about;
  uint64_t nodes = 0, configurable = 0, distinct = 0;
  uint64_t bytes = 0;  // of the file
  uint64_t hash = 0;
  bool already = false;  // the store had the program from the same source; nothing was written
};

struct Preparation {
  std::vector<PreparedProgram> programs;
  std::vector<std::string> skipped;  // sources
  struct Failure {
    std::string source;
    Error error;
  };
  std::vector<Failure> failures;  // sources that could not be read
  bool interrupted = false;
  std::optional<Error> stopped;  // a disk error that stopped the run; `programs` lists what was done before
};

// Progress: file `index` of `count`, `done` of its `total` bytes of configurations.
struct Step {
  size_t index, count;
  std::string source;
  uint64_t done, total;
};

// Writes folder/COLLECTION/SPLIT/NAME.prepared for every program of `sources` (files and folders), and manifest.json.
// Keeps a program that the store has from the same source (same size and modification time, or same size and checksum).
// Stops after Ctrl-C with complete files only. Memory: the graph and a few rows of the dense array (docs/store.md).
// Error: a source does not exist, or there are no sources.
Result<Preparation> prepare(const std::vector<std::string>& sources, const std::string& folder,
                            const PrepareOptions& options, const std::function<void(const Step&)>& report = {});

// Whether the content of a file is an npz or a tuning file of TpuGraphs. False for measurements of `hlorank collect`.
bool isTpuGraphs(const std::string& path);

// Reads the programs of one source as prepare() does, into temporary files that are deleted with the programs.
Result<std::vector<std::shared_ptr<const StoredProgram>>> openSource(const std::string& source,
                                                                     const PrepareOptions& options = {});

}  // namespace hlorank::store
