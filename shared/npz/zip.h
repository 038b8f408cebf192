// Zip archives (PKWARE APPNOTE.TXT 6.3): what .npz files are made of. Members stored or deflated, zip64 where sizes ask
// for it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::npz {

// A file of an archive, with views into the archive.
struct Member {
  std::string_view name;
  std::string_view data;  // as it lies there, deflated or not
  bool deflated = false;
  uint64_t size = 0;   // of the contents, as the archive's directory claims
  uint32_t crc = 0;    // of the contents
  int64_t offset = 0;  // of `data` in the archive
};

// The members in the order of the central directory. Sizes come from there: local headers may not know them. Errors: no
// directory, entries that point outside the archive, encryption, compression methods other than stored and deflated.
Result<std::vector<Member>> members(std::string_view archive);

// The bytes of a member, at most `maxBytes` of them; length and check sum are verified.
Result<std::string> contents(const Member& member, int64_t maxBytes);

// A file to be written: `head` and `body` one after the other (so that a large body need not be copied for a header).
struct NewMember {
  std::string name;
  std::string head;
  std::string_view body;
};

// Compresses to a raw DEFLATE stream (RFC 1951). Whoever wants compressed archives brings one: zlib is not everywhere.
using Deflate = std::string (*)(std::string_view);

// An archive of members that are stored, or deflated where there is a `deflate`; stored ones byte for byte as CPython's
// zipfile writes them to a seekable file when told force_zip64: dates of 1980-01-01, sizes in zip64 fields of the local
// headers.
std::string zip(const std::vector<NewMember>& members, Deflate deflate = nullptr);

}  // namespace hlorank::npz
