// Turns files of TpuGraphs, and measurements of our own, into a store.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/store/stored_program.h"

namespace hlorank::store {

struct PrepareOptions {
  std::string collection;         // of every source; empty: what its path says
  std::optional<Split> split;     // the same
  std::vector<std::string> skip;  // names of programs to leave out
  bool verify = false;            // reads every file written again
};

struct PreparedProgram {
  std::string source, path;  // path: below the store
  About about;
  uint64_t nodes = 0, configurable = 0, distinct = 0;
  uint64_t bytes = 0;  // of the file
  uint64_t hash = 0;
  bool already = false;  // it was there, from the same source
};

struct Preparation {
  std::vector<PreparedProgram> programs;
  std::vector<std::string> skipped;  // sources
  struct Failure {
    std::string source;
    Error error;
  };
  std::vector<Failure> failures;  // the rest went on
  bool interrupted = false;
  std::optional<Error> stopped;  // the disk failed; what is listed was done before
};

// How far it is: file `index` of `count`, `done` of its `total` bytes of configurations.
struct Step {
  size_t index, count;
  std::string source;
  uint64_t done, total;
};

// Writes a NAME.prepared for every program of `sources` (files and folders) below `folder`, in the folders the
// collections are published in, and manifest.json. A program that is there from the same source (size and date, or size
// and check sum) stays. Ends early, in good order, when native::interrupted(). Memory: the graph, the configurations
// as small indices, and one row of the dense array. Error: a source does not exist, or there is none.
Result<Preparation> prepare(const std::vector<std::string>& sources, const std::string& folder,
                            const PrepareOptions& options, const std::function<void(const Step&)>& report = {});

// Whether a file is an npz or a tuning file of TpuGraphs, by content; measurements of our own are not.
bool isTpuGraphs(const std::string& path);

// The programs of one source through the same builder, in files that are gone with them.
Result<std::vector<std::shared_ptr<const StoredProgram>>> openSource(const std::string& source,
                                                                     const PrepareOptions& options = {});

}  // namespace hlorank::store
