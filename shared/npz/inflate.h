// Decompression: raw deflate streams (RFC 1951) as zip archives hold them, and gzip files (RFC 1952).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace hlorank::npz {

// The bytes a raw deflate stream stands for. `sizeHint`: how many are expected, when known, so that the result is
// allocated once. Anything after the stream's last block is ignored. Errors (with the byte offset in `deflated`): the
// stream is damaged or cut short, or gives more than `maxBytes`. About 650 MB/s of output.
Result<std::string> inflate(std::string_view deflated, int64_t maxBytes, size_t sizeHint = 0);

// The same, appended to `output`; returns how many bytes of `deflated` the stream takes. `maxBytes` limits what is
// appended.
Result<size_t> inflateInto(std::string& output, std::string_view deflated, int64_t maxBytes);

bool looksLikeGzip(std::string_view bytes);

// All members of a gzip file, one after the other; check sum and length of each are verified. Zero bytes after the last
// member are padding and ignored. At most `maxBytes` in all.
Result<std::string> gunzip(std::string_view bytes, int64_t maxBytes);

// The check sum of gzip and zip (ISO 3309, reflected polynomial 0xEDB88320), eight bytes at a time. `crc` continues an
// earlier one.
uint32_t crc32(std::string_view bytes, uint32_t crc = 0);

}  // namespace hlorank::npz
