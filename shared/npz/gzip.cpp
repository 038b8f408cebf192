// Reads gzip files and computes CRC-32. A gzip file (RFC 1952) is a sequence of members, each of which has a header, a
// DEFLATE stream, a checksum and a length.
#include <array>
#include <cstring>

#include "shared/npz/inflate.h"

namespace hlorank::npz {

namespace {

constexpr auto kCrcTables = [] {
  std::array<std::array<uint32_t, 256>, 8> tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (crc & 1 ? 0xEDB88320u : 0u);
    tables[0][byte] = crc;
  }
  for (size_t i = 1; i < 8; ++i)
    for (size_t byte = 0; byte < 256; ++byte)
      tables[i][byte] = (tables[i - 1][byte] >> 8) ^ tables[0][tables[i - 1][byte] & 255];
  return tables;
}();

uint32_t byteAt(std::string_view bytes, size_t at) {
  return static_cast<uint8_t>(bytes[at]);
}

uint32_t wordAt(std::string_view bytes, size_t at) {
  return byteAt(bytes, at) | byteAt(bytes, at + 1) << 8 | byteAt(bytes, at + 2) << 16 | byteAt(bytes, at + 3) << 24;
}

enum Flag : uint32_t { kHasCheck = 2, kHasExtra = 4, kHasName = 8, kHasComment = 16, kReserved = 0xE0 };

Error damagedGzip(const char* what, size_t offset) {
  Error error{std::string("cannot read the gzip file: ") + what,
              "the file may be damaged or truncated; download it again"};
  error.where.offset = static_cast<int64_t>(offset);
  return error;
}

// Returns the size in bytes of the gzip member header at the start of `bytes`. Returns 0 if the header is truncated.
size_t headerSize(std::string_view bytes) {
  if (bytes.size() < 10) return 0;
  const uint32_t flags = byteAt(bytes, 3);
  size_t size = 10;
  if (flags & kHasExtra) {
    if (bytes.size() - size < 2) return 0;
    size += 2 + (byteAt(bytes, size) | byteAt(bytes, size + 1) << 8);
  }
  for (const Flag text : {kHasName, kHasComment}) {
    if (!(flags & text)) continue;
    const size_t end = bytes.find('\0', size);
    if (end == std::string_view::npos) return 0;
    size = end + 1;
  }
  if (flags & kHasCheck) size += 2;
  return size <= bytes.size() ? size : 0;
}

}  // namespace

uint32_t crc32(std::string_view bytes, uint32_t crc) {
  crc = ~crc;
  size_t at = 0;
  for (; bytes.size() - at >= 8; at += 8) {
    const uint32_t low = wordAt(bytes, at) ^ crc, high = wordAt(bytes, at + 4);
    crc = kCrcTables[7][low & 255] ^ kCrcTables[6][low >> 8 & 255] ^ kCrcTables[5][low >> 16 & 255] ^
          kCrcTables[4][low >> 24] ^ kCrcTables[3][high & 255] ^ kCrcTables[2][high >> 8 & 255] ^
          kCrcTables[1][high >> 16 & 255] ^ kCrcTables[0][high >> 24];
  }
  for (; at < bytes.size(); ++at) crc = (crc >> 8) ^ kCrcTables[0][(crc ^ byteAt(bytes, at)) & 255];
  return ~crc;
}

bool looksLikeGzip(std::string_view bytes) {
  return bytes.substr(0, 3) == std::string_view("\x1f\x8b\x08", 3);
}

Result<std::string> gunzip(std::string_view bytes, int64_t maxBytes) {
  std::string output;
  size_t at = 0;
  do {
    const std::string_view member = bytes.substr(at);
    if (!looksLikeGzip(member)) {
      // Accepts zeros after the last member, because some writers pad the file with zeros.
      if (at > 0 && member.find_first_not_of('\0') == std::string_view::npos) break;
      return damagedGzip("expected the header of a member (1f 8b 08)", at);
    }
    const size_t header = headerSize(member);
    if (header == 0) return damagedGzip("a member header is truncated", at);
    if (byteAt(member, 3) & kReserved) return damagedGzip("a member header has an undefined flag", at + 3);
    const size_t start = output.size();
    if (start == 0 && bytes.size() >= 18) {
      // Allocates the output at once. The last 4 bytes of a file with one member are the uncompressed size. A size
      // above 1032 bytes per input byte is ignored, because DEFLATE cannot reach it.
      const uint64_t expected = wordAt(bytes, bytes.size() - 4);
      if (expected <= 1032 * uint64_t{bytes.size()} && static_cast<int64_t>(expected) <= maxBytes)
        output.reserve(expected);
    }
    Result<size_t> used = inflateInto(output, member.substr(header), maxBytes - static_cast<int64_t>(start));
    if (!used) {
      used.error().where.offset += static_cast<int64_t>(at + header);
      return used.error();
    }
    at += header + *used;
    if (bytes.size() - at < 8) return damagedGzip("the checksum is truncated", at);
    const std::string_view content = std::string_view(output).substr(start);
    if (wordAt(bytes, at) != crc32(content)) return damagedGzip("checksum mismatch", at);
    if (wordAt(bytes, at + 4) != static_cast<uint32_t>(content.size())) return damagedGzip("length mismatch", at + 4);
    at += 8;
  } while (at < bytes.size());
  return output;
}

}  // namespace hlorank::npz
