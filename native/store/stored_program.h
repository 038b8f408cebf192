// A program with measured configurations as `hlorank prepare` keeps it: one file, mapped into memory, of which only
// what is looked at is ever read. docs/store.md has the format.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/layout_space.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"

namespace hlorank::store {

class MappedFile;

enum class Kind : uint8_t { kLayout, kTile };
enum class Split : uint8_t { kNone, kTrain, kValid, kTest };

// What stands in the header of a file.
struct About {
  std::string name;        // of the source file, without its endings; of a kernel among several: the module's
  std::string family;      // programs of one family are never on both sides of a split
  std::string collection;  // "layout:xla:random", "tile:xla", or "" for a file that is of none
  Split split = Split::kNone;
  Kind kind = Kind::kLayout;
  std::string source;       // file name it was made from
  uint64_t sourceSize = 0;  // bytes
  int64_t sourceTime = 0;   // ns, when it was last changed
  uint32_t sourceCrc = 0;   // CRC-32 of its bytes, and of its program's where that stands beside it
  uint32_t ordinal = 0;     // which of the kernels of the source
  uint64_t rows = 0;        // configurations of the source, repeats counted
  uint64_t denseBytes = 0;  // of the array of configurations in the source, inflated
  int64_t automatic = -1;   // the configuration that left everything to the compiler, or -1
  int padding = 0;          // what fills up layout_minor_to_major: 0 as published, or -1
  double noise = 0;         // noise floor: median of (most - least) / median over the configurations with repeats
  std::vector<std::string> problems;  // what whoever learns from it should know, a sentence each
};

// A row of the source that repeats a configuration of an earlier row.
struct Repeat {
  uint32_t row, configuration;
};

// A configuration that several rows of the source have; its time is the median of theirs.
struct Merged {
  uint32_t configuration, rows;
  int64_t least, most;  // ns; of tiles: run time over normalizer, times the normalizer kept
};

// The spans are views of the mapped file and live as long as the program. `position` counts the configurable nodes,
// `setting` the distinct rows of 18 layout values that a position has, `configuration` the distinct configurations in
// the order of their first rows.
class StoredProgram {
 public:
  StoredProgram() = default;
  StoredProgram(const StoredProgram&) = delete;
  StoredProgram& operator=(const StoredProgram&) = delete;

  const About& about() const { return about_; }
  const std::string& path() const { return path_; }
  // FNV-1a-64 over the check sums of the data, without names and dates: the same data, the same hash.
  uint64_t hash() const { return hash_; }
  uint64_t bytes() const;  // of the file

  // The graph; see graph::Graph. Edges in the order of the source.
  size_t nodes() const { return opcodes_.size(); }
  std::span<const uint8_t> opcodes() const { return opcodes_; }
  graph::FeatureRows features() const;  // [nodes, 140]
  std::span<const graph::Edge> edges() const { return edges_; }
  std::span<const int64_t> splits() const { return splits_; }
  std::span<const uint32_t> configurable() const { return configurable_; }  // [positions]

  // Layouts: what each position may be, and what it is in each configuration.
  size_t count() const { return times_.size(); }  // of configurations, tiles too
  size_t positions() const { return configurable_.size(); }
  std::span<const uint32_t> settingBegin() const { return settingBegin_; }  // [positions + 1] into settings
  std::span<const int8_t> settings() const { return settings_; }            // [settingBegin.back(), 18]; -1 padded
  // Setting of every position of a configuration, 0 .. settings of the position - 1. `out`: [positions]. O(positions).
  void settingsOf(size_t configuration, std::span<uint32_t> out) const;
  // The same as it lies there, [count, byteBegin.back()]: position p has a byte at byteBegin[p], or, with more than 256
  // settings, two, least first. Not checked against the number of settings, as settingsOf does.
  std::span<const uint8_t> choices() const { return choices_; }
  std::span<const uint32_t> byteBegin() const { return byteBegin_; }  // [positions + 1]

  // Run times in ns, [count]; 0 where hidden.
  std::span<const int64_t> times() const { return times_; }
  bool hasTimes() const;                                        // any that is not hidden
  std::span<const uint8_t> usable() const { return usable_; }   // [count] as in Configurations, or empty
  std::span<const Merged> merged() const { return merged_; }    // by configuration
  std::span<const Repeat> repeats() const { return repeats_; }  // by row
  uint32_t configurationOf(uint64_t row) const;                 // of a row of the source, below about().rows

  // Tiles, where kind is kTile: [count, 24] and [count] (empty where the source has none).
  std::span<const float> tileColumns() const { return tileColumns_; }
  std::span<const int64_t> normalizers() const { return normalizers_; }

  // Copies in the forms the rest of the program knows.
  //
  // The HLO module the program came with, read anew; null when it came as arrays.
  Result<std::shared_ptr<const hlo::Module>> module() const;
  // With extras where there is a module.
  graph::Program program(const hlo::Module* module = nullptr) const;
  // The choices and times of the configurations `chosen`, canonical (configs::canonical) over all layouts that occur in
  // the file, whatever is chosen. `program` is what program() gave. Times that are all hidden are left out. Error: a
  // slot with more than 255 layouts. O(settings + chosen * positions).
  Result<configs::Configurations> configurations(const graph::Program& program,
                                                 std::span<const uint32_t> selected) const;
  std::optional<configs::TileConfigurations> tiles() const;  // all; nothing for layouts

  // Gives back the memory of what was read of the file; it is read anew where it is looked at again.
  void forget() const;

  // Reads everything once: are the check sums right, and all choices below the number of settings?
  Result<bool> verify() const;

 private:
  friend class StoreReader;
  About about_;
  std::string path_;
  std::shared_ptr<const MappedFile> mapping_;  // keeps the bytes
  std::span<const uint8_t> file_;
  uint64_t hash_ = 0;
  std::span<const uint8_t> opcodes_, choices_, usable_, module_;
  std::span<const float> featureRows_, tileColumns_;
  std::span<const graph::Edge> edges_;
  std::span<const int64_t> splits_, times_, normalizers_;
  std::span<const uint32_t> featureRow_, configurable_, settingBegin_, byteBegin_;
  std::span<const int8_t> settings_;
  std::span<const Merged> merged_;
  std::span<const Repeat> repeats_;
};

// Maps a file that `prepare` wrote. Checks header, sizes, offsets and every index but the choices; reads neither them
// nor the features. Errors: no such file, another version, damage (with the place).
Result<std::shared_ptr<const StoredProgram>> openStored(const std::string& path);

// "train", "valid", "test", or "".
std::string nameOf(Split split);
std::optional<Split> splitNamed(const std::string& name);

}  // namespace hlorank::store
