// Binary format of a .prepared file, a program with its measured configurations: a header, a directory of sections,
// then the sections, each aligned to 8 bytes. Little-endian. docs/store.md has the element types and shapes. A setting
// is one combination of layouts of a configurable instruction (3 tensors × 6 dimensions); a row is a configuration as
// listed in the source file, where configurations may repeat.
#pragma once

#include <cstdint>
#include <string_view>

namespace hlorank::store {

inline constexpr std::string_view kMagic = "HLOSTORE";    // first 8 bytes of the file
inline constexpr uint32_t kVersion = 2;                   // format version; a file with another version is rejected
inline constexpr std::string_view kEnding = ".prepared";  // file name extension
inline constexpr size_t kAlignment = 8;                   // bytes; every section begins at a multiple

// The kinds of sections with their numbers in the file. Numbers are permanent: a removed section's is not reused.
enum class Section : uint32_t {
  kAbout = 1,         // metadata (store::About) as JSON
  kOpcodes = 2,       // [nodes]
  kFeatures = 3,      // [distinct rows, 140] node features; kFeatureRow maps nodes to them
  kEdges = 4,         // graph::Edge, in the order of the source
  kSplits = 5,        // node_splits: node index at which each graph segment begins
  kConfigurable = 6,  // nodes whose layouts a configuration can set
  kSettingBegin = 7,  // index in kSettings of the first setting of each configurable node
  kSettings = 8,      // [settings, 18] distinct settings of all configurable nodes, node by node
  kByteBegin = 9,     // byte offset of each configurable node's setting index within a configuration of kChoices
  kChoices = 10,      // per configuration: the setting index of each configurable node, 1 or 2 bytes
  kTimes = 11,        // [configurations] ns
  kUsable = 12,       // [configurations] 0 or 1, see StoredProgram::usable
  kMerged = 13,       // store::Merged: configurations with several rows in the source
  kRepeats = 14,      // store::Repeat: rows that repeat an earlier configuration
  kTileColumns = 15,  // [configurations, 24] tile sizes
  kNormalizers = 16,  // [configurations] ns, run time of the compiler default in the same tuning run (tile sizes only)
  kModule = 17,       // gzipped HLO proto or text
  kFeatureRow = 18,   // [nodes] index of each node's row in kFeatures
};
inline constexpr uint32_t kSections = 18;  // largest section number

// The first 40 bytes of a .prepared file.
struct FileHeader {
  char magic[8];      // kMagic
  uint32_t version;   // kVersion
  uint32_t sections;  // number of entries in the directory
  uint64_t schema;    // schemaHash() of the build that wrote the file
  uint64_t size;      // size of the file in bytes
  uint32_t crc;       // CRC-32 of this header (with crc = 0) and of the directory
  uint32_t unused;    // 0
};
static_assert(sizeof(FileHeader) == 40);

// Directory entry of one section; the directory follows the FileHeader.
struct SectionEntry {
  Section section;
  uint32_t crc;           // CRC-32 of the section's bytes
  uint64_t offset, size;  // bytes, from the start of the file
};
static_assert(sizeof(SectionEntry) == 24);

// Hash of the format version, the names of the node feature and tile columns, and the number of layout columns. A
// .prepared file whose header has another hash is rejected; run `hlorank prepare` again.
uint64_t schemaHash();

// Computes FileHeader::crc, the checksum of the header and of its directory `entries`, which has header.sections
// elements.
uint32_t directoryCrc(FileHeader header, const SectionEntry* entries);

// Continues a CRC-32 (ISO 3309): returns the checksum of some data followed by `size` bytes at `data`, where `crc` is
// the checksum of the data before (0: none).
uint32_t crcOf(const void* data, size_t size, uint32_t crc = 0);

}  // namespace hlorank::store
