// Binary format of a .prepared file: a header, a directory of sections, then the sections, each aligned to 8 bytes.
// Little-endian. docs/store.md has the element types and shapes.
#pragma once

#include <cstdint>
#include <string_view>

namespace hlorank::store {

inline constexpr std::string_view kMagic = "HLOSTORE";
inline constexpr uint32_t kVersion = 2;
inline constexpr std::string_view kEnding = ".prepared";
inline constexpr size_t kAlignment = 8;

// Section numbers are permanent; a removed number is not reused.
enum class Section : uint32_t {
  kAbout = 1,  // JSON, see about.h
  kOpcodes = 2,
  kFeatures = 3,  // distinct rows; kFeatureRow maps nodes to them
  kEdges = 4,
  kSplits = 5,
  kConfigurable = 6,
  kSettingBegin = 7,
  kSettings = 8,
  kByteBegin = 9,
  kChoices = 10,
  kTimes = 11,
  kUsable = 12,
  kMerged = 13,
  kRepeats = 14,
  kTileColumns = 15,
  kNormalizers = 16,
  kModule = 17,  // gzipped HLO
  kFeatureRow = 18,
};
inline constexpr uint32_t kSections = 18;

struct FileHeader {
  char magic[8];
  uint32_t version;
  uint32_t sections;
  uint64_t schema;  // schemaHash() of the hlorank version that wrote the file
  uint64_t size;    // of the file in bytes
  uint32_t crc;     // CRC-32 of this header (with crc = 0) and of the directory
  uint32_t unused;
};
static_assert(sizeof(FileHeader) == 40);

struct SectionEntry {
  Section section;
  uint32_t crc;           // CRC-32 of the section's bytes
  uint64_t offset, size;  // bytes, from the start of the file
};
static_assert(sizeof(SectionEntry) == 24);

// Hash of the names of the feature and tile columns and of the number of layout columns. A file with another hash must
// be prepared again.
uint64_t schemaHash();

// Computes FileHeader::crc. `entries`: [header.sections].
uint32_t directoryCrc(FileHeader header, const SectionEntry* entries);

// CRC-32 (ISO 3309) of `size` bytes. `crc`: the checksum of preceding data.
uint32_t crcOf(const void* data, size_t size, uint32_t crc = 0);

}  // namespace hlorank::store
