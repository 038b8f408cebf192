// A program with measured configurations in a memory-mapped .prepared file, written by `hlorank prepare`. Only accessed
// parts are read from disk. docs/store.md describes the format.
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

// Metadata of a stored program.
struct About {
  std::string name;        // source file name without extensions; for one of several kernels also its number and module
  std::string family;      // programs of one family are in the same fold of a cross-validation
  std::string collection;  // "layout:xla:random", "tile:xla", ...; "" if the program belongs to no collection
  Split split = Split::kNone;
  Kind kind = Kind::kLayout;
  std::string source;       // name of the source file
  uint64_t sourceSize = 0;  // bytes of the source and its HLO file
  int64_t sourceTime = 0;   // last modification, ns since 1970
  uint32_t sourceCrc = 0;   // CRC-32 of the source and its HLO file
  uint32_t ordinal = 0;     // index of the kernel in the source
  uint64_t rows = 0;        // configurations in the source, duplicates included
  uint64_t denseBytes = 0;  // uncompressed size of the source's array of configurations
  int64_t automatic = -1;   // index of the compiler-default configuration, or -1
  int padding = 0;          // padding value of layout_minor_to_major: 0 as published, or -1
  double noise = 0;         // noise floor: median of (most - least) / median over configurations with several rows
  std::vector<std::string> problems;  // data quality warnings, one sentence each (problems.h)
};

// A row of the source with the same configuration as an earlier row.
struct Repeat {
  uint32_t row, configuration;
};

// A configuration that occurs in several rows of the source. Its time is their median.
struct Merged {
  uint32_t configuration, rows;  // rows: how many
  int64_t least, most;           // ns; for tiles: runtime / normalizer, times the normalizer of the median row
};

// Spans are views of the mapped file and valid as long as the program. Index terms: a position is a configurable node;
// a setting is one of its distinct rows of 18 layout values; a configuration is one of the distinct configurations, in
// the order of their first rows.
class StoredProgram {
 public:
  StoredProgram() = default;
  StoredProgram(const StoredProgram&) = delete;
  StoredProgram& operator=(const StoredProgram&) = delete;

  const About& about() const { return about_; }
  const std::string& path() const { return path_; }
  // FNV-1a-64 of the section checksums except the metadata: equal for equal data, whatever the names and dates.
  uint64_t hash() const { return hash_; }
  uint64_t bytes() const;  // size of the file

  // The graph; see graph::Graph. Edges are in the order of the source.
  size_t nodes() const { return opcodes_.size(); }
  std::span<const uint8_t> opcodes() const { return opcodes_; }
  graph::FeatureRows features() const;  // [nodes, 140]
  std::span<const graph::Edge> edges() const { return edges_; }
  std::span<const int64_t> splits() const { return splits_; }
  std::span<const uint32_t> configurable() const { return configurable_; }  // [positions]

  // Layouts: the settings of each position, and the setting of each position in each configuration.
  size_t count() const { return times_.size(); }  // number of configurations (also of tiles)
  size_t positions() const { return configurable_.size(); }
  std::span<const uint32_t> settingBegin() const { return settingBegin_; }  // [positions + 1] into settings
  std::span<const int8_t> settings() const { return settings_; }            // [settingBegin.back(), 18], -1 padded
  // Writes the setting index of each position of a configuration to `out` [positions]. Index 0 is the position's first
  // setting. An index out of range (only in a damaged file) becomes 0. O(positions).
  void settingsOf(size_t configuration, std::span<uint32_t> out) const;
  // The stored indices, [count, byteBegin.back()] bytes: position p has one byte at byteBegin[p], or two
  // (little-endian) if it has more than 256 settings. Unlike settingsOf, not checked against the number of settings.
  std::span<const uint8_t> choices() const { return choices_; }
  std::span<const uint32_t> byteBegin() const { return byteBegin_; }  // [positions + 1]

  // Run times in ns, [count]; 0 if hidden.
  std::span<const int64_t> times() const { return times_; }
  bool hasTimes() const;                                        // whether any time is not hidden
  std::span<const uint8_t> usable() const { return usable_; }   // [count] as in configs::Configurations, or empty
  std::span<const Merged> merged() const { return merged_; }    // configurations with several rows
  std::span<const Repeat> repeats() const { return repeats_; }  // sorted by row
  // Configuration of a row of the source; row < about().rows. O(log repeats).
  uint32_t configurationOf(uint64_t row) const;

  // Kind kTile only: [count, 24] and [count] (normalizers are empty if the source has none).
  std::span<const float> tileColumns() const { return tileColumns_; }
  std::span<const int64_t> normalizers() const { return normalizers_; }

  // The functions below return copies.
  //
  // Parses the HLO module; null if the source had none. Error: a damaged module.
  Result<std::shared_ptr<const hlo::Module>> module() const;
  // The program from the stored arrays, or from `module` if given. Only the latter has the data that arrays lack
  // (graph::Program::hasExtras).
  graph::Program program(const hlo::Module* module = nullptr) const;
  // The configurations `selected`, in canonical form (configs::canonical). The layout table covers all configurations
  // of the file, so it does not depend on `selected`. `program`: the result of program(). No run times if all are
  // hidden. Error: a slot with more than 256 layouts. O(settings + selected · positions).
  Result<configs::Configurations> configurations(const graph::Program& program,
                                                 std::span<const uint32_t> selected) const;
  std::optional<configs::TileConfigurations> tiles() const;  // all tile configurations; nullopt for kind kLayout

  // Releases the memory of the file's pages. A later access reads them from disk again.
  void forget() const;

  // Reads the whole file. Error: a wrong checksum, or a setting index out of range.
  Result<bool> verify() const;

 private:
  friend class StoreReader;
  About about_;
  std::string path_;
  std::shared_ptr<const MappedFile> mapping_;  // keeps file_ mapped
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

// Opens a .prepared file. Checks the header, sizes, offsets, and the checksums and indices of all sections except those
// left to verify(): checksums of features, choices, tiles and module, and the setting indices. Errors: no such file,
// another format version or schema, damage (with the byte offset).
Result<std::shared_ptr<const StoredProgram>> openStored(const std::string& path);

// "train", "valid", "test", or "" for kNone.
std::string nameOf(Split split);
std::optional<Split> splitNamed(const std::string& name);

}  // namespace hlorank::store
