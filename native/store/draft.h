// A program that was read from a source file and is not yet written to a store.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/store/layout_rows.h"
#include "native/store/repeats.h"
#include "native/store/stored_program.h"

namespace hlorank::store {

struct Draft {
  About about;
  graph::Graph graph;                 // graph.configurable: [positions] nodes
  std::string module;                 // gzipped HLO proto or text, or empty
  std::optional<LayoutRows> layouts;  // kind kLayout only
  std::vector<float> tileColumns;     // [configurations, 24], kind kTile only
  Times times;
  std::vector<uint8_t> usable;  // [configurations], or empty
};

// Writes the .prepared file `path`. Error: disk I/O fails.
Result<bool> write(const Draft& draft, const std::string& path);

// Options and status of reading a source.
struct SourceReading {
  std::string scratch;                                          // folder for temporary files
  std::function<bool(uint64_t done, uint64_t total)> progress;  // bytes of configurations; return false to cancel
  bool cancelled = false;                                       // set when `progress` returned false
  bool diskFailed = false;                                      // set when writing a temporary file failed
};

// Reads the programs of a source: one, or each kernel of a tuning file. Leaves about.collection, about.split and
// about.family empty. Errors name the array and the byte offset. Ignore the result if reading.cancelled is set.
Result<std::vector<Draft>> readDrafts(const std::string& source, SourceReading& reading);

// Whether a file is a valid npz without any array of programs or configurations.
bool isForeignArchive(const std::string& path);

}  // namespace hlorank::store
