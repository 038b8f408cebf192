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

// Metadata of a program in a .prepared file.
struct About {
  // Name of the source file without extensions. If the source file has several kernels, _NUMBER_MODULE is appended.
  std::string name;
  std::string family;  // group of variants of one network; training and test data must not share a group
  // TpuGraphs collection, such as "layout:xla:random" or "tile:xla"; "" if in none.
  std::string collection;
  Split split = Split::kNone;
  Kind kind = Kind::kLayout;
  std::string source;       // file name of the source file, without folder
  uint64_t sourceSize = 0;  // total bytes of the source file and the HLO file next to it
  int64_t sourceTime = 0;   // latest modification of the source file or its HLO file, ns since 1970
  uint32_t sourceCrc = 0;   // CRC-32 of the source file followed by its HLO file
  // Index of the kernel in its source file; 0 if the source has only one program.
  uint32_t ordinal = 0;
  uint64_t rows = 0;        // configurations in the source, including duplicates
  uint64_t denseBytes = 0;  // uncompressed size of the source's array of configurations
  // Index of the compiler default among the distinct configurations; -1 if it was not measured.
  int64_t compilerDefault = -1;
  // Value that pads the columns layout_minor_to_major of node_feat: 0 as in the published files of TpuGraphs, or -1.
  int padding = 0;
  // Measurement noise: median of (slowest - fastest time) / median time over configurations with several rows; 0 if
  // unknown.
  double noise = 0;
  std::string platform;               // Configurations::platform of the source
  std::vector<std::string> problems;  // warnings about data quality (store::findProblems)
};

// A row of the source file (a configuration with its run time) whose configuration also occurs in an earlier row.
struct Repeat {
  uint32_t row, configuration;  // index of the row in the source; index among the distinct configurations
};

// A configuration that occurs in several rows of the source file. Its run time is the median of the run times of these
// rows.
struct Merged {
  uint32_t configuration, rows;  // index among the distinct configurations; number of rows that have it
  // Fastest and slowest run time of these rows in ns; 0 if no row has a run time. For tile sizes, each time is
  // multiplied by (normalizer of the median row / normalizer of its own row), where a normalizer is the compiler
  // default's time.
  int64_t least, most;
};

// A read-only view of one .prepared file, made by openStored(). Spans point into the file and are valid as long as this
// object. Position: index of an instruction among the configurable ones. Setting: one combination of layouts of such an
// instruction (output, operand 0 and 1; six dimensions each, -1 padded). Configurations are distinct, in the order in
// which they first occur in the source file.
class StoredProgram {
 public:
  StoredProgram() = default;
  StoredProgram(const StoredProgram&) = delete;
  StoredProgram& operator=(const StoredProgram&) = delete;

  const About& about() const { return about_; }
  const std::string& path() const { return path_; }  // path of the .prepared file
  // Returns the FNV-1a-64 hash of the checksums of all sections except the metadata. Equal data has equal hashes, even
  // if names differ.
  uint64_t hash() const { return hash_; }
  uint64_t bytes() const;  // size of the .prepared file in bytes

  // Returns the number of nodes of the program's graph, one per HLO instruction. The functions below return its arrays,
  // which shared/graph/graph.h explains.
  size_t nodes() const { return opcodes_.size(); }
  std::span<const uint8_t> opcodes() const { return opcodes_; }
  graph::FeatureRows features() const;                           // [nodes, 140] node features
  std::span<const graph::Edge> edges() const { return edges_; }  // edges in the order of the source file
  // TpuGraphs' node_splits: first node of each graph segment.
  std::span<const int64_t> splits() const { return splits_; }
  // Indices of the nodes with layouts to choose.
  std::span<const uint32_t> configurable() const { return configurable_; }

  // The functions below return the configurations. A configuration of layouts is, for each configurable instruction,
  // the index of one of its settings (layout combinations).
  size_t count() const { return times_.size(); }             // distinct configurations (layouts or tile sizes)
  size_t positions() const { return configurable_.size(); }  // number of configurable instructions
  // [positions() + 1] For each configurable instruction, the index in settings() of its first setting (layout
  // combination). The last element is the number of all settings.
  std::span<const uint32_t> settingBegin() const { return settingBegin_; }
  // [settingBegin().back(), 18] The distinct settings of all instructions. Each is the layouts of 3 tensors × 6
  // dimensions, -1 padded.
  std::span<const int8_t> settings() const { return settings_; }
  // Writes the index of each configurable instruction's setting (layout combination) in `configuration` to `out`
  // [positions()]. Index 0 is the instruction's first setting, row settingBegin()[position] of settings(). In a damaged
  // file, an index out of range becomes 0. O(positions()).
  void settingsOf(size_t configuration, std::span<uint32_t> out) const;
  // Returns all configurations as stored: [count(), byteBegin().back()] bytes. For the p-th configurable instruction,
  // the index of its setting (layout combination) is one byte at offset byteBegin()[p] of a configuration. The index is
  // two bytes (little-endian) if the instruction has more than 256 settings. In a damaged file, an index may be out of
  // range.
  std::span<const uint8_t> choices() const { return choices_; }
  std::span<const uint32_t> byteBegin() const {
    return byteBegin_;
  }  // [positions() + 1] byte offsets within a configuration of choices()

  // [count()] Run times in ns; the median if a configuration was measured several times. 0 if not published, as in
  // TpuGraphs' test splits.
  std::span<const int64_t> times() const { return times_; }
  bool hasTimes() const;  // whether any configuration has a run time
  // [count()] Whether a configuration can be used for training (1) or not (0). It is 0 for a configuration that
  // compiles to the same module as an earlier one, and for a compiler default whose layouts are not recorded. Empty:
  // all can be used.
  std::span<const uint8_t> usable() const { return usable_; }
  std::span<const Merged> merged() const { return merged_; }  // configurations that occur in several rows
  // The rows of the source file that repeat an earlier configuration, sorted by row.
  std::span<const Repeat> repeats() const { return repeats_; }
  // Returns the index of the configuration that row `row` of the source file has. `row` must be less than about().rows.
  // O(log repeats().size()).
  uint32_t configurationOf(uint64_t row) const;

  // Returns the tile sizes: [count(), 24], TpuGraphs' array config_feat. Empty for layouts.
  std::span<const float> tileColumns() const { return tileColumns_; }
  // Returns, for each configuration, the run time of the compiler default in the same tuning run in ns (TpuGraphs'
  // array config_runtime_normalizers). Empty for layouts, or if the source has none.
  std::span<const int64_t> normalizers() const { return normalizers_; }

  // Parses the stored HLO module. Null if the source file had none. Error: a damaged module.
  Result<std::shared_ptr<const hlo::Module>> module() const;
  // Builds the program from `module`. If `module` is null, builds the program from the stored arrays, which lack loop
  // trip counts and the instructions inside fusions (graph::Program::hasExtras).
  graph::Program program(const hlo::Module* module = nullptr) const;
  // Copies the layout configurations with the indices `selected` into memory, in canonical form (configs::canonical).
  // The layout table covers all configurations of the file, so it does not depend on `selected`. `program`: from
  // program(). Run times are empty if none is published. Error: a tensor with over 256 layouts. O(settings + selected ·
  // positions).
  Result<configs::Configurations> configurations(const graph::Program& program,
                                                 std::span<const uint32_t> selected) const;
  std::optional<configs::TileConfigurations> tiles() const;  // copies all tile sizes to memory; nullopt for layouts

  // Releases the memory that the mapped file occupies. A later access reads the data from disk again.
  void forget() const;

  // Reads the whole file and checks the parts that openStored() does not check. The bool is always true. Error: a wrong
  // checksum, or the index of a setting (layout combination) out of range.
  Result<bool> verify() const;

 private:
  friend class StoreReader;
  About about_;
  std::string path_;
  std::shared_ptr<const MappedFile> mapping_;  // keeps the memory of file_ mapped
  std::span<const uint8_t> file_;
  uint64_t hash_ = 0;
  std::span<const uint8_t> opcodes_, choices_, usable_, leftToCompiler_, module_;
  std::span<const float> featureRows_, tileColumns_;
  std::span<const graph::Edge> edges_;
  std::span<const int64_t> splits_, times_, normalizers_;
  std::span<const uint32_t> featureRow_, configurable_, settingBegin_, byteBegin_, programs_;
  std::span<const int8_t> settings_;
  std::span<const Merged> merged_;
  std::span<const Repeat> repeats_;
};

// Opens a .prepared file. Checks the header, sizes, offsets, checksums and indices. Leaves to StoredProgram::verify():
// the indices of layouts, and the checksums of features, configurations, tile columns and module. Errors: no such file,
// another format version or schema hash, damage (with the byte offset).
Result<std::shared_ptr<const StoredProgram>> openStored(const std::string& path);

}  // namespace hlorank::store
