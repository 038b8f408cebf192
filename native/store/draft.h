// The two steps of `hlorank prepare`. The first reads a source file: an npz or tuning file of TpuGraphs, or an npz of
// `hlorank collect`. The second writes a .prepared file per program.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/store/layout_rows.h"
#include "native/store/repeats.h"
#include "native/store/stored_program.h"

namespace hlorank::store {

// The contents of one future .prepared file: a program and its measured configurations.
struct Draft {
  About about;
  graph::Graph graph;                 // graph.configurable lists the instructions with layouts to choose
  std::string module;                 // HLO proto or text, gzipped; empty if the source has none
  std::optional<LayoutRows> layouts;  // layout configurations; nullopt for tile sizes (Kind::kTile)
  // [configurations, 24] TpuGraphs' array config_feat, the tile sizes; empty for layouts.
  std::vector<float> tileColumns;
  Times times;
  // For each configuration, whether it can be used for training (1) or not (0). It is 0 for a configuration that
  // compiles to the same module as an earlier one, and for a compiler default whose layouts are not recorded. Empty:
  // all can be used.
  std::vector<uint8_t> usable;
  // For each configuration, see configs::Configurations::programs and leftToCompiler. Empty if not recorded.
  std::vector<uint32_t> programs;
  std::vector<uint8_t> leftToCompiler;
};

// Writes the program and its configurations to `path` as a .prepared file. The bool is always true. Error: disk I/O
// fails.
Result<bool> write(const Draft& draft, const std::string& path);

// Options of readDrafts(), and flags that readDrafts() sets.
struct SourceReading {
  std::string scratch;  // the folder for temporary files
  // Called with the number of bytes of configurations read so far and in total. Returns whether to continue; false
  // cancels the reading. May be empty.
  std::function<bool(uint64_t done, uint64_t total)> progress;
  bool cancelled = false;   // set by readDrafts() when `progress` returned false
  bool diskFailed = false;  // set by readDrafts() when writing a temporary file failed
};

// Reads all programs of a source file. A tuning file of tile sizes has one program per kernel; every other file has one
// program. Leaves about.collection, about.split and about.family empty. Error: a damaged file; the message names the
// array and the byte offset. If reading.cancelled is set afterwards, the drafts are incomplete.
Result<std::vector<Draft>> readDrafts(const std::string& source, SourceReading& reading);

// Returns whether a file is a valid npz (zip of .npy files) that has none of the arrays of TpuGraphs or `hlorank
// collect`.
bool isForeignArchive(const std::string& path);

}  // namespace hlorank::store
