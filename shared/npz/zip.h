// Zip archives (PKWARE APPNOTE.TXT 6.3), the container of .npz files. Members are stored or deflated; zip64 is
// supported.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::npz {

// One file in an archive. `name` and `data` are views into the archive.
struct Member {
  std::string_view name;
  std::string_view data;  // its bytes in the archive, compressed if `deflated`
  bool deflated = false;
  uint64_t size = 0;   // uncompressed size in bytes, from the central directory
  uint32_t crc = 0;    // CRC-32 of the uncompressed contents
  int64_t offset = 0;  // byte offset of `data` in the archive
};

// Lists the members of an archive in the order of the central directory, which also gives their sizes: local headers
// may lack them. Errors: no directory, entries that point outside the archive, encryption, compression methods other
// than stored and DEFLATE.
Result<std::vector<Member>> members(std::string_view archive);

// Reads a member, decompresses it and verifies its length and checksum. Errors: damaged data, more than `maxBytes`
// uncompressed bytes.
Result<std::string> contents(const Member& member, int64_t maxBytes);

// A file to write. Its contents are `head` followed by `body`, so that a large body need not be copied to prepend a
// header.
struct NewMember {
  std::string name;
  std::string head;
  std::string_view body;
};

// A function that compresses to a raw DEFLATE stream (RFC 1951). Callers supply it, since not every build has zlib.
using Deflate = std::string (*)(std::string_view);

// Writes an archive. With `deflate`, members are compressed; without, the archive equals byte for byte what CPython's
// zipfile writes to a seekable file with force_zip64: date 1980-01-01, sizes in zip64 fields of the local headers.
std::string zip(const std::vector<NewMember>& members, Deflate deflate = nullptr);

}  // namespace hlorank::npz
