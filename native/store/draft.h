// The two steps of `hlorank prepare`: reads a source file (npz or tuning file of TpuGraphs, or npz of `hlorank
// collect`) and writes a .prepared file per program.
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
  graph::Graph graph;                 // with the configurable instructions in graph.configurable
  std::string module;                 // gzipped HLO proto or text; empty: the source has none
  std::optional<LayoutRows> layouts;  // configurations; nullopt if they are tile sizes (Kind::kTile)
  std::vector<float> tileColumns;     // [configurations, 24] config_feat; empty for layouts
  Times times;
  // [configurations] 0: compiles to the same module as an earlier one, or is the compiler default and its layouts are
  // not recorded; else 1. Empty: all 1.
  std::vector<uint8_t> usable;
};

// Writes the draft to `path` in the format of .prepared files. The bool is always true. Error: disk I/O fails.
Result<bool> write(const Draft& draft, const std::string& path);

// Options of readDrafts(), and flags that it sets.
struct SourceReading {
  std::string scratch;  // folder for temporary files
  // Called with the bytes of configurations read so far and in total. Returns false to cancel. May be empty.
  std::function<bool(uint64_t done, uint64_t total)> progress;
  bool cancelled = false;   // set when `progress` returned false
  bool diskFailed = false;  // set when writing a temporary file failed
};

// Reads all programs of a source file: one, or with a tuning file of tile sizes one per kernel. Leaves
// about.collection, about.split and about.family empty. Error: a damaged file; the message names the array and the byte
// offset. If reading.cancelled is set afterwards, the drafts are incomplete.
Result<std::vector<Draft>> readDrafts(const std::string& source, SourceReading& reading);

// Returns whether a file is a valid npz (zip of .npy files) with none of the arrays of TpuGraphs or `hlorank collect`.
bool isForeignArchive(const std::string& path);

}  // namespace hlorank::store
