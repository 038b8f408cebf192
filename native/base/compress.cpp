#include "native/base/compress.h"

#include <zlib.h>

#include <stdexcept>

namespace hlorank::native {
namespace {

// Values of windowBits of zlib's deflateInit2. Both use a 32 KiB window. kRaw writes no header; kGzip writes a gzip
// header.
constexpr int kRaw = -15, kGzip = 15 + 16;

std::string compress(std::string_view bytes, int windowBits) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, 9, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::runtime_error("zlib: deflateInit2 failed");
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int state = ::deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (state != Z_STREAM_END) throw std::runtime_error("zlib: deflate did not finish");
  return packed;
}

}  // namespace

std::string deflate(std::string_view bytes) {
  return compress(bytes, kRaw);
}

std::string gzip(std::string_view bytes) {
  return compress(bytes, kGzip);
}

}  // namespace hlorank::native
