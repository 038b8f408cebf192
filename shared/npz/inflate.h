// Decompresses raw DEFLATE streams (RFC 1951), as in zip archives, and gzip files (RFC 1952).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace hlorank::npz {

// Decompresses a raw DEFLATE stream, at about 650 MB of output per second. `sizeHint` is the expected size of the
// output in bytes, so that memory is allocated only once; 0 means unknown. Ignores bytes after the last block. Errors,
// with the byte offset in `deflated`: the stream is damaged or truncated, or its output exceeds `maxBytes`.
Result<std::string> inflate(std::string_view deflated, int64_t maxBytes, size_t sizeHint = 0);

// Decompresses a raw DEFLATE stream and appends at most `maxBytes` bytes to `output`. Returns the number of bytes of
// `deflated` that the stream occupies; other data may follow the stream. Errors: the stream is damaged or truncated, or
// its output exceeds `maxBytes`.
Result<size_t> inflateInto(std::string& output, std::string_view deflated, int64_t maxBytes);

// Whether the bytes begin like a gzip file that uses DEFLATE.
bool looksLikeGzip(std::string_view bytes);

// Decompresses a gzip file. The result is the contents of all its members, one after another, at most `maxBytes` in
// total. Verifies the checksum and length of each member. Ignores zero padding after the last member.
Result<std::string> gunzip(std::string_view bytes, int64_t maxBytes);

// Returns the CRC-32 that gzip and zip use (ISO 3309, reflected polynomial 0xEDB88320). To continue a computation, pass
// the CRC-32 of the preceding bytes as `crc`.
uint32_t crc32(std::string_view bytes, uint32_t crc = 0);

}  // namespace hlorank::npz
