// Binary format of a .prepared file, which has a program and its measured configurations: a header, a directory of
// sections, then the sections, each aligned to 8 bytes. Little-endian. docs/store.md has the element types and shapes.
// A setting is one combination of layouts of a configurable instruction (3 tensors × 6 dimensions). A row is a
// configuration as listed in the source file, where configurations may repeat.
#pragma once

#include <cstdint>
#include <string_view>

namespace hlorank::store {

inline constexpr std::string_view kMagic = "HLOSTORE";    // the first 8 bytes of a .prepared file
inline constexpr uint32_t kVersion = 4;                   // format version; files of other versions are rejected
inline constexpr std::string_view kEnding = ".prepared";  // file name extension
inline constexpr size_t kAlignment = 8;                   // every section begins at a multiple of this many bytes

// The kinds of sections of a .prepared file, with their numbers in the file. The numbers are permanent: when a kind is
// removed, its number is not used again.
enum class Section : uint32_t {
  kAbout = 1,    // metadata (store::About) as JSON
  kOpcodes = 2,  // [nodes] opcode of each instruction
  // [distinct rows, 140] Node features. kFeatureRow gives the row of each node.
  kFeatures = 3,
  kEdges = 4,         // edges of the graph (graph::Edge), in the order of the source
  kSplits = 5,        // TpuGraphs' node_splits: index of the first node of each graph segment
  kConfigurable = 6,  // indices of the nodes whose layouts a configuration can choose
  // For each configurable node, the index in kSettings of its first setting (combination of layouts).
  kSettingBegin = 7,
  // [settings, 18] The distinct settings (layout combinations) of all configurable nodes, node by node.
  kSettings = 8,
  // For each configurable node, the byte offset of its setting's index within a configuration of kChoices. A setting is
  // a combination of the node's layouts.
  kByteBegin = 9,
  // The configurations: for each one and each configurable node, the index of the node's setting (combination of
  // layouts), in 1 or 2 bytes.
  kChoices = 10,
  kTimes = 11,  // [configurations] run times in ns
  // [configurations] 1 if usable for training, else 0 (StoredProgram::usable).
  kUsable = 12,
  // Configurations that occur in several rows of the source (store::Merged).
  kMerged = 13,
  // Rows of the source that repeat an earlier configuration (store::Repeat).
  kRepeats = 14,
  // [configurations, 24] tile sizes.
  kTileColumns = 15,
  // [configurations] For tile sizes: run time of the compiler default in the same tuning run, ns.
  kNormalizers = 16,
  kModule = 17,  // HLO proto or text, gzipped
  // [nodes] For each node, the index of its row in kFeatures.
  kFeatureRow = 18,
  // [configurations] index of the first configuration that compiles to the same program.
  kPrograms = 19,
  // [configurations] 1 if all layouts are left to the compiler, or the compiled program is the same as with them left.
  kLeftToCompiler = 20,
};
inline constexpr uint32_t kSections = 20;  // largest section number

// The first 40 bytes of a .prepared file.
struct FileHeader {
  char magic[8];      // kMagic
  uint32_t version;   // kVersion of the build that wrote the file
  uint32_t sections;  // number of entries in the directory
  uint64_t schema;    // schemaHash() of the build that wrote the file
  uint64_t size;      // size of the file in bytes
  uint32_t crc;       // CRC-32 of this header (with crc = 0) and of the directory of sections
  uint32_t unused;    // always 0
};
static_assert(sizeof(FileHeader) == 40);

// Entry of one section in the directory, which follows the FileHeader.
struct SectionEntry {
  Section section;
  uint32_t crc;           // CRC-32 of the section's bytes
  uint64_t offset, size;  // in bytes; `offset` counts from the start of the file
};
static_assert(sizeof(SectionEntry) == 24);

// Returns a hash of the format version, the names of the node feature and tile columns, and the number of layout
// columns. A .prepared file whose header has another hash is rejected and must be made again with `hlorank prepare`.
uint64_t schemaHash();

// Computes FileHeader::crc, the checksum of the header and of the section directory `entries` with header.sections
// elements.
uint32_t directoryCrc(FileHeader header, const SectionEntry* entries);

// Continues a CRC-32 (ISO 3309). `crc` is the checksum of the data so far (0 for none). Returns the checksum of that
// data followed by `size` bytes at `data`.
uint32_t crcOf(const void* data, size_t size, uint32_t crc = 0);

}  // namespace hlorank::store
