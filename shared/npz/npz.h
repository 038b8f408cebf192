// .npz archives as NumPy writes them: a zip of .npy arrays. One reader for native and wasm, with its own inflate.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "shared/base/result.h"
#include "shared/npz/inflate.h"
#include "shared/npz/zip.h"

namespace hlorank::npz {

// One array: little-endian bytes in C order.
struct Array {
  std::string name;   // without .npy
  std::string dtype;  // as NumPy spells it: "<f4", "|u1", "<i8", "<U10", "|S3", "|b1"
  std::vector<int64_t> shape;
  std::string bytes;

  int64_t count() const;    // product of the shape; 1 for a scalar
  size_t itemSize() const;  // bytes of one element
  // Values converted from any integer, boolean or floating dtype (f2, f4, f8). Errors: a string dtype; for integers a
  // value that is not a whole number of int64.
  Result<std::vector<int64_t>> toIntegers() const;
  Result<std::vector<float>> toFloats() const;
  // U and S dtypes, trailing NULs dropped, UTF-8 (what is no code point becomes U+FFFD). Error: another dtype.
  Result<std::vector<std::string>> toStrings() const;
};

struct Archive {
  std::vector<Array> arrays;
  const Array* find(std::string_view name) const;         // null when absent
  Result<const Array*> get(std::string_view name) const;  // error lists what the archive has
};

bool looksLikeNpz(std::string_view bytes);

// The arrays of an .npz, stored or deflated; Fortran order is converted, members that are not .npy are left out.
// Errors: a damaged archive, pickled objects, structured or big-endian dtypes, more than `maxBytes` of arrays.
Result<Archive> read(std::string_view bytes, int64_t maxBytes = 4LL << 30);

// The bytes of numpy.savez; with a `deflate`, an archive like that of numpy.savez_compressed.
std::string write(const Archive& archive, Deflate deflate = nullptr);

// One .npy file; the two halves of `read` and `write`. The header is what precedes the bytes of the array.
Result<Array> readNpy(std::string name, std::string bytes);
std::string npyHeader(const Array& array);

// The header alone, for whoever reads the elements piece by piece.
struct NpyHeader {
  std::string dtype;     // as in Array
  bool fortran = false;  // the first index runs fastest
  std::vector<int64_t> shape;
  size_t size = 0;            // bytes of the header; the elements follow
  uint64_t elementsSize = 0;  // bytes of the elements; UINT64_MAX where the shape is beyond all measure
};
// Bytes of the header of a .npy file, told from the first kNpyStart; 0 when they are not those of one.
inline constexpr size_t kNpyStart = 12;
size_t npyHeaderSize(std::string_view start);
// `bytes` begin a .npy file and hold its header at least; `name` is the array's, for errors.
Result<NpyHeader> readNpyHeader(const std::string& name, std::string_view bytes);

// The value of an IEEE binary16: sign, 5 bits of exponent and 10 of fraction.
float fromHalf(uint16_t bits);

template <class T>
std::string dtypeOf() {
  static_assert(std::is_arithmetic_v<T>);
  const char kind = std::is_same_v<T, bool> ? 'b' : std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
  return {sizeof(T) == 1 ? '|' : '<', kind, static_cast<char>('0' + sizeof(T))};
}

// An array of numbers; `shape` must have as many elements as `values`.
template <class T>
Array makeArray(std::string name, std::vector<int64_t> shape, std::span<const T> values) {
  Array array{std::move(name), dtypeOf<T>(), std::move(shape), {}};
  assert(static_cast<size_t>(array.count()) == values.size());
  array.bytes.resize(values.size_bytes());
  if (!values.empty()) std::memcpy(array.bytes.data(), values.data(), values.size_bytes());
  return array;
}

}  // namespace hlorank::npz
