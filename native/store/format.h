// The bytes of a .prepared file: a header, a directory of sections, the sections, each from a multiple of 8. All
// numbers are little-endian.
#pragma once

#include <cstdint>
#include <string_view>

namespace hlorank::store {

inline constexpr std::string_view kMagic = "HLOSTORE";
inline constexpr uint32_t kVersion = 2;
inline constexpr std::string_view kEnding = ".prepared";
inline constexpr size_t kAlignment = 8;

// Numbers are never used again for another meaning.
enum class Section : uint32_t {
  kAbout = 1,  // JSON, see about.h
  kOpcodes = 2,
  kFeatures = 3,  // distinct rows
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
  kModule = 17,  // HLO, gzipped
  kFeatureRow = 18,
};
inline constexpr uint32_t kSections = 18;

struct FileHeader {
  char magic[8];
  uint32_t version;
  uint32_t sections;
  uint64_t schema;  // schemaHash() of the program that wrote it
  uint64_t size;    // of the file
  uint32_t crc;     // CRC-32 of this header, with 0 here, and of the directory
  uint32_t unused;
};
static_assert(sizeof(FileHeader) == 40);

struct SectionEntry {
  Section section;
  uint32_t crc;  // CRC-32 of its bytes
  uint64_t offset, size;
};
static_assert(sizeof(SectionEntry) == 24);

// Changes when the columns of features, layouts or tiles do: what was prepared before must then be prepared again.
uint64_t schemaHash();

// Of header and directory, as FileHeader::crc has it.
uint32_t directoryCrc(FileHeader header, const SectionEntry* entries);

// CRC-32 (ISO 3309), of any length.
uint32_t crcOf(const void* data, size_t size, uint32_t crc = 0);

}  // namespace hlorank::store
