// Formats the records of a zip archive, for callers that write its files one after another; `zip` in zip.h writes an
// archive in memory. The records equal those of CPython's zipfile for a seekable file with force_zip64: date
// 1980-01-01, sizes in zip64 fields of the local headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace hlorank::npz {

// Signatures and sizes of the records of a zip archive (PKWARE APPNOTE.TXT 4.3).
inline constexpr uint32_t kLocalHeader = 0x04034b50, kDirectoryEntry = 0x02014b50, kEnd = 0x06054b50;
inline constexpr uint32_t kEnd64 = 0x06064b50, kEnd64Locator = 0x07064b50;
inline constexpr size_t kEnd64Size = 56;
inline constexpr uint16_t kZip64Extra = 1;
// Value of a 32-bit size or offset field that means: the actual value is in the zip64 extra field.
inline constexpr uint32_t kInExtra = 0xFFFFFFFF;

// The entry of one file in the central directory of a zip archive.
struct Entry {
  std::string name;
  uint64_t offset = 0;  // byte offset of the file's local header in the archive
  uint64_t size = 0;    // uncompressed size in bytes
  uint64_t packed = 0;  // compressed size in bytes; equals `size` if the file is not compressed
  uint32_t crc = 0;     // CRC-32 of the uncompressed contents
  bool deflated = false;
};

// Formats the local header, which precedes the contents of a file in a zip archive. Its length depends only on the
// file's name. A writer can therefore write a placeholder first and overwrite it when the sizes are known.
std::string localHeader(const Entry& entry);

// Formats the central directory and the end records of a zip archive, which follow the last file. `offset` is the byte
// offset of the directory in the archive.
std::string directory(const std::vector<Entry>& entries, uint64_t offset);

}  // namespace hlorank::npz
