// Reads and writes zip archives (PKWARE APPNOTE.TXT 6.3), the container of .npz files. Supports stored and deflated
// members and zip64.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::npz {

// A file in a zip archive. `name` and `data` are views into the archive's bytes.
struct Member {
  std::string_view name;
  std::string_view data;  // contents as stored in the archive, compressed if `deflated`
  bool deflated = false;
  uint64_t size = 0;   // uncompressed size in bytes, from the central directory
  uint32_t crc = 0;    // CRC-32 of the uncompressed contents
  int64_t offset = 0;  // byte offset of `data` in the archive
};

// Lists the files of a zip archive in the order of its central directory. Takes sizes from that directory, because
// local headers may lack them. Errors: no directory, entries that point outside the archive, encryption, or compression
// methods other than stored and DEFLATE.
Result<std::vector<Member>> members(std::string_view archive);

// Returns the uncompressed contents of a file in a zip archive. Verifies length and checksum. Errors: damaged data, or
// more than `maxBytes` uncompressed bytes.
Result<std::string> contents(const Member& member, int64_t maxBytes);

// A file to write to a zip archive. Its contents are `head` followed by `body`. With two parts, a header can be
// prepended to a large body without copying the body.
struct NewMember {
  std::string name;
  std::string head;
  std::string_view body;
};

// A function that compresses bytes to a raw DEFLATE stream (RFC 1951). Callers supply the function, because not every
// build has zlib.
using Deflate = std::string (*)(std::string_view);

// Returns the bytes of a zip archive. If the function `deflate` is given, the members are compressed. Otherwise the
// bytes equal those that CPython's zipfile writes to a seekable file with force_zip64, with the date 1980-01-01 and
// with sizes in zip64 fields of the local headers.
std::string zip(const std::vector<NewMember>& members, Deflate deflate = nullptr);

}  // namespace hlorank::npz
