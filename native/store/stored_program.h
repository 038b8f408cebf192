// A program with its configurations in a memory-mapped .prepared file, written by `hlorank prepare`. Only accessed
// parts are read from disk. docs/store.md describes the format.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "native/base/split.h"
#include "shared/base/result.h"
#include "shared/configs/layout_space.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"

namespace hlorank::store {

class MappedFile;

// What the configurations of a program choose: layouts of instructions, or tile sizes of a fused kernel.
enum class Kind : uint8_t { kLayout, kTile };
using native::Split;

// Metadata of a stored program.
struct About {
  std::string name;        // source file name without extensions; with several kernels plus _NUMBER_MODULE
  std::string family;      // group of variants of one network, which training and test data must not share
  std::string collection;  // TpuGraphs collection, such as "layout:xla:random" or "tile:xla"; "" if it is in none
  Split split = Split::kNone;
  Kind kind = Kind::kLayout;
  std::string source;       // file name of the source, without folder
  uint64_t sourceSize = 0;  // bytes of the source file plus the HLO file next to it
  int64_t sourceTime = 0;   // latest modification of the source file or its HLO file, ns since 1970
  uint32_t sourceCrc = 0;   // CRC-32 of the source file followed by its HLO file
  uint32_t ordinal = 0;     // index of the kernel in its source file; 0 for a source with one program
  uint64_t rows = 0;        // configurations in the source, duplicates included
  uint64_t denseBytes = 0;  // uncompressed size of the source's array of configurations
  int64_t automatic = -1;   // index of the compiler default among the distinct configurations; -1: not measured
  int padding = 0;          // value that pads the layout_minor_to_major columns of node_feat: 0 as published, or -1
  double noise = 0;         // measurement noise: median over configurations with several rows of (slowest - fastest
                            // time) / median time; 0: unknown
  std::vector<std::string> problems;  // data quality warnings (store::findProblems)
};

// A row of the source file (a configuration with its run time) that has the same configuration as an earlier row.
struct Repeat {
  uint32_t row, configuration;  // index of the row in the source; index among the distinct configurations
};

// A configuration that occurs in several rows of the source file. Its run time is their median.
struct Merged {
  uint32_t configuration, rows;  // index among the distinct configurations; number of its rows
  // Fastest and slowest run time of these rows in ns (tile sizes: scaled to the normalizer of the median row); 0:
  // none of the rows has one.
  int64_t least, most;
};

// A read-only view of one .prepared file, made by openStored(). Spans point into the file and are valid as long as this
// object. Position: index among the configurable instructions. Setting: one combination of layouts of such an
// instruction (output, operand 0 and 1; six dimensions each, -1 padded). Configurations are distinct, in the order in
// which they first occur in the source file.
class StoredProgram {
 public:
  StoredProgram() = default;
  StoredProgram(const StoredProgram&) = delete;
  StoredProgram& operator=(const StoredProgram&) = delete;

  const About& about() const { return about_; }
  const std::string& path() const { return path_; }  // of the .prepared file
  // FNV-1a-64 of the checksums of all sections except the metadata: equal data has equal hashes, even if names differ.
  uint64_t hash() const { return hash_; }
  uint64_t bytes() const;  // size of the .prepared file

  // The graph of the program (one node per HLO instruction); shared/graph/graph.h explains the arrays.
  size_t nodes() const { return opcodes_.size(); }
  std::span<const uint8_t> opcodes() const { return opcodes_; }
  graph::FeatureRows features() const;                           // [nodes, 140]
  std::span<const graph::Edge> edges() const { return edges_; }  // in the order of the source
  std::span<const int64_t> splits() const { return splits_; }    // node_splits: first node of each graph segment
  std::span<const uint32_t> configurable() const { return configurable_; }  // [positions()] node indices

  // Configurations, and if they are layouts: the settings of each configurable instruction, and for every configuration
  // the setting index of each configurable instruction.
  size_t count() const { return times_.size(); }  // number of distinct configurations, of layouts or tile sizes
  size_t positions() const { return configurable_.size(); }  // number of configurable instructions
  // [positions() + 1] index in settings() of the first setting of each configurable instruction; last element: number
  // of all settings.
  std::span<const uint32_t> settingBegin() const { return settingBegin_; }
  // [settingBegin().back(), 18] the distinct settings, each the layouts of 3 tensors × 6 dimensions, -1 padded.
  std::span<const int8_t> settings() const { return settings_; }
  // Writes the setting index of each configurable instruction in `configuration` to `out` [positions()]. Index 0 is the
  // instruction's first setting, row settingBegin()[position] of settings(). In a damaged file, an index out of range
  // becomes 0. O(positions()).
  void settingsOf(size_t configuration, std::span<uint32_t> out) const;
  // All configurations as stored: [count(), byteBegin().back()] bytes. The index of the setting (layouts of one
  // configurable instruction) that a configuration chooses for the p-th such instruction is one byte at offset
  // byteBegin()[p], or two (little-endian) if p has more than 256 settings. It may be out of range in a damaged
  // file.
  std::span<const uint8_t> choices() const { return choices_; }
  std::span<const uint32_t> byteBegin() const {
    return byteBegin_;
  }  // [positions() + 1] offsets into a row of choices()

  // [count()] run times in ns, the median if it was measured several times; 0: not published, as in TpuGraphs' test
  // splits.
  std::span<const int64_t> times() const { return times_; }
  bool hasTimes() const;  // whether any configuration has a run time
  // [count()] 0: compiles to the same module as an earlier one, or is the compiler default and its layouts are not
  // recorded; else 1. Empty: all 1.
  std::span<const uint8_t> usable() const { return usable_; }
  std::span<const Merged> merged() const { return merged_; }    // configurations with several rows
  std::span<const Repeat> repeats() const { return repeats_; }  // all rows but the first of each configuration, by row
  // Returns the index of the configuration in a row of the source file; row < about().rows. O(log repeats().size()).
  uint32_t configurationOf(uint64_t row) const;

  // Tile sizes: [count(), 24] columns of config_feat; empty for layouts.
  std::span<const float> tileColumns() const { return tileColumns_; }
  // [count()] ns: config_runtime_normalizers, the run time of the compiler default in the same tuning run. Empty for
  // layouts, or if the source has none.
  std::span<const int64_t> normalizers() const { return normalizers_; }

  // Parses the stored HLO module; null if the source file had none. Error: a damaged module.
  Result<std::shared_ptr<const hlo::Module>> module() const;
  // Builds the program from `module`, or if that is null from the stored arrays, which lack loop trip counts and the
  // instructions inside fusions (graph::Program::hasExtras).
  graph::Program program(const hlo::Module* module = nullptr) const;
  // Copies the layout configurations `selected` (indices) into memory, in canonical form (configs::canonical). The
  // layout table covers all configurations of the file, so it does not depend on `selected`. `program`: from program().
  // Run times are empty if none is published. Error: a tensor with over 256 layouts. O(settings + selected ·
  // positions).
  Result<configs::Configurations> configurations(const graph::Program& program,
                                                 std::span<const uint32_t> selected) const;
  std::optional<configs::TileConfigurations> tiles() const;  // copies all tile sizes to memory; nullopt for layouts

  // Releases the memory that the mapped file occupies. A later access reads it from disk again.
  void forget() const;

  // Reads the whole file and checks what openStored() does not check. The bool is always true. Error: a wrong checksum,
  // or a setting index out of range.
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

// Opens a .prepared file. Checks the header, sizes, offsets, checksums and indices, except what only
// StoredProgram::verify() checks: the setting indices and the checksums of features, choices, tile columns and module.
// Errors: no such file, another format version or schema hash, damage (with the byte offset).
Result<std::shared_ptr<const StoredProgram>> openStored(const std::string& path);

}  // namespace hlorank::store
