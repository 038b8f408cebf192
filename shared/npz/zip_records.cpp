#include "shared/npz/zip_records.h"

#include <algorithm>

namespace hlorank::npz {

namespace {

// Sizes above this value use zip64 fields (zipfile.ZIP64_LIMIT).
constexpr uint64_t kZip64From = (uint64_t{1} << 31) - 1;
constexpr uint16_t kVersion = 45;  // zip version 4.5, the first with zip64
constexpr uint16_t kUnix = 3;
constexpr uint32_t kOwnerMayReadAndWrite = 0600u << 16;
constexpr uint16_t kNoTime = 0, kFirstDay = 0x21;  // date and time of every file: 1980-01-01 00:00
constexpr uint16_t kUtf8Name = 0x800;
constexpr uint16_t kStored = 0, kDeflated = 8;  // numbers of the compression methods

void append(std::string& to, uint64_t value, int width) {
  for (int i = 0; i < width; ++i) to.push_back(static_cast<char>(value >> (8 * i)));
}

// Appends the fields that both a local header and a directory entry of a zip archive have: flags, method, date,
// checksum.
void appendCommonFields(std::string& to, const Entry& entry) {
  const bool ascii =
      std::all_of(entry.name.begin(), entry.name.end(), [](char c) { return static_cast<uint8_t>(c) < 128; });
  append(to, ascii ? 0 : kUtf8Name, 2);
  append(to, entry.deflated ? kDeflated : kStored, 2);
  append(to, kNoTime, 2);
  append(to, kFirstDay, 2);
  append(to, entry.crc, 4);
}

void appendDirectoryEntry(std::string& to, const Entry& entry) {
  const bool large = entry.size > kZip64From, far = entry.offset > kZip64From;
  const int extra = (large ? 16 : 0) + (far ? 8 : 0);
  append(to, kDirectoryEntry, 4);
  append(to, kVersion | kUnix << 8, 2);
  append(to, kVersion, 2);
  appendCommonFields(to, entry);
  append(to, large ? kInExtra : entry.packed, 4);
  append(to, large ? kInExtra : entry.size, 4);
  append(to, entry.name.size(), 2);
  append(to, extra > 0 ? static_cast<uint64_t>(extra + 4) : 0, 2);
  append(to, 0, 2 + 2 + 2);  // zeros: comment length, disk number, internal attributes
  append(to, kOwnerMayReadAndWrite, 4);
  append(to, far ? kInExtra : entry.offset, 4);
  to += entry.name;
  if (extra == 0) return;
  append(to, kZip64Extra, 2);
  append(to, static_cast<uint64_t>(extra), 2);
  if (large) append(to, entry.size, 8), append(to, entry.packed, 8);
  if (far) append(to, entry.offset, 8);
}

}  // namespace

std::string localHeader(const Entry& entry) {
  std::string header;
  append(header, kLocalHeader, 4);
  append(header, kVersion, 2);
  appendCommonFields(header, entry);
  append(header, kInExtra, 4);
  append(header, kInExtra, 4);
  append(header, entry.name.size(), 2);
  append(header, 20, 2);
  header += entry.name;
  append(header, kZip64Extra, 2);
  append(header, 16, 2);
  append(header, entry.size, 8);
  append(header, entry.packed, 8);
  return header;
}

std::string directory(const std::vector<Entry>& entries, uint64_t offset) {
  std::string records;
  for (const Entry& entry : entries) appendDirectoryEntry(records, entry);
  const uint64_t count = entries.size(), size = records.size(), end = offset + size;
  if (count > 0xFFFF || offset > kZip64From || size > kZip64From) {
    append(records, kEnd64, 4);
    append(records, kEnd64Size - 12, 8);
    append(records, kVersion, 2);
    append(records, kVersion, 2);
    append(records, 0, 8);  // zeros: two disk numbers
    append(records, count, 8);
    append(records, count, 8);
    append(records, size, 8);
    append(records, offset, 8);
    append(records, kEnd64Locator, 4);
    append(records, 0, 4);
    append(records, end, 8);
    append(records, 1, 4);
  }
  append(records, kEnd, 4);
  append(records, 0, 4);
  append(records, std::min<uint64_t>(count, 0xFFFF), 2);
  append(records, std::min<uint64_t>(count, 0xFFFF), 2);
  append(records, std::min<uint64_t>(size, kInExtra), 4);
  append(records, std::min<uint64_t>(offset, kInExtra), 4);
  append(records, 0, 2);
  return records;
}

}  // namespace hlorank::npz
