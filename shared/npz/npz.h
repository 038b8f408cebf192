// .npz archives as NumPy writes them: a zip of .npy arrays. One reader for native and wasm, with its own inflate.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::npz {

// One array: little-endian bytes in C order.
struct Array {
  std::string name;             // without .npy
  std::string dtype;            // "<f4", "|u1", "<i8", "<U10", "|b1"
  std::vector<int64_t> shape;
  std::string bytes;

  int64_t count() const;        // product of the shape
  size_t itemSize() const;
  // Values converted from any integer, boolean or floating dtype; error when the dtype is a string.
  Result<std::vector<int64_t>> toIntegers() const;
  Result<std::vector<float>> toFloats() const;
  Result<std::vector<std::string>> toStrings() const;  // U and S dtypes, trailing NULs dropped, UTF-8
};

struct Archive {
  std::vector<Array> arrays;
  const Array* find(std::string_view name) const;
  Result<const Array*> get(std::string_view name) const;  // error lists what the archive has
};

bool looksLikeNpz(std::string_view bytes);
Result<Archive> read(std::string_view bytes, int64_t maxBytes = 4LL << 30);
// The bytes of numpy.savez (stored, not deflated).
std::string write(const Archive& archive);

// inflate.h: RFC 1951; gzip members for .hlo.gz and .pb.gz.
Result<std::string> inflate(std::string_view deflated, int64_t maxBytes, size_t sizeHint = 0);
bool looksLikeGzip(std::string_view bytes);
Result<std::string> gunzip(std::string_view bytes, int64_t maxBytes);  // all members; CRC and length checked

template <class T>
Array makeArray(std::string name, std::vector<int64_t> shape, std::span<const T> values);

}  // namespace hlorank::npz
