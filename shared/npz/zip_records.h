// The records of a zip archive as bytes, for those who write one piece by piece; `zip` writes one in memory.
//
// As CPython's zipfile writes them to a seekable file when told force_zip64: dates of 1980-01-01, sizes in zip64 fields
// of the local headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hlorank::npz {

// Signatures and fixed parts of the records (APPNOTE.TXT of PKWARE, 4.3).
inline constexpr uint32_t kLocalHeader = 0x04034b50, kDirectoryEntry = 0x02014b50, kEnd = 0x06054b50;
inline constexpr uint32_t kEnd64 = 0x06064b50, kEnd64Locator = 0x07064b50;
inline constexpr size_t kEnd64Size = 56;
inline constexpr uint16_t kZip64Extra = 1;
inline constexpr uint32_t kInExtra = 0xFFFFFFFF;  // a size or offset that the zip64 extra field has

// A member that is written.
struct Entry {
  std::string name;
  uint64_t offset = 0;  // of its local header in the archive
  uint64_t size = 0;    // of the contents
  uint64_t packed = 0;  // of the contents as they lie in the archive
  uint32_t crc = 0;     // of the contents
  bool deflated = false;
};

// What precedes the contents. Its length depends on the name alone, so that it can be written again in place when the
// sizes are known.
std::string localHeader(const Entry& entry);

// What follows the last member: the directory, which begins at `offset`, and the end records.
std::string directory(const std::vector<Entry>& entries, uint64_t offset);

}  // namespace hlorank::npz
