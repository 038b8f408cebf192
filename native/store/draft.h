// A program on its way from a source into a store.
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
  graph::Graph graph;                 // `configurable`: the node of each position
  std::string module;                 // HLO, gzipped, or empty
  std::optional<LayoutRows> layouts;  // of kind kLayout
  std::vector<float> tileColumns;     // [configurations, 24] of kind kTile
  Times times;
  std::vector<uint8_t> usable;  // [configurations], or empty
};

// Writes it to `path`. Error: the disk fails.
Result<bool> write(const Draft& draft, const std::string& path);

// How a source is to be read.
struct Reading {
  std::string scratch;                                          // folder for files without a name
  std::function<bool(uint64_t done, uint64_t total)> progress;  // bytes of configurations; false ends it
  bool ended = false;                                           // it was
  bool diskFailed = false;                                      // what failed was not the source
};

// The programs of a source: one, or each kernel of a tuning file. `about` has everything but collection, split and
// family. Errors name array and place. With `ended` nothing of it counts.
Result<std::vector<Draft>> draftsOf(const std::string& source, Reading& reading);

// Whether a file is a sound npz of something else: with no array of programs or configurations.
bool isForeignArchive(const std::string& path);

}  // namespace hlorank::store
