// .npz archives as NumPy writes them: zip files of .npy arrays. The same reader serves native and wasm builds.
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

// One array of an archive. `bytes` holds the elements, little-endian and in C order.
struct Array {
  std::string name;   // without the suffix .npy
  std::string dtype;  // NumPy's spelling: "<f4", "|u1", "<i8", "<U10", "|S3", "|b1"
  std::vector<int64_t> shape;
  std::string bytes;

  int64_t count() const;    // number of elements, the product of the shape; 1 for a scalar
  size_t itemSize() const;  // size of an element in bytes
  // Converts the elements from any integer, boolean or floating-point dtype (f2, f4, f8). Errors: a string dtype;
  // toIntegers also fails for values that are not integers or do not fit int64.
  Result<std::vector<int64_t>> toIntegers() const;
  Result<std::vector<float>> toFloats() const;
  // Elements of a U or S dtype as UTF-8, without trailing NULs. Invalid code points become U+FFFD. Error: another
  // dtype.
  Result<std::vector<std::string>> toStrings() const;
};

// Returns the NumPy dtype of a C++ arithmetic type: "<f4" for float.
template <class T>
std::string dtypeOf() {
  static_assert(std::is_arithmetic_v<T>);
  const char kind = std::is_same_v<T, bool> ? 'b' : std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
  return {sizeof(T) == 1 ? '|' : '<', kind, static_cast<char>('0' + sizeof(T))};
}

// Makes an array of numbers; the product of `shape` must be values.size().
template <class T>
Array makeArray(std::string name, std::vector<int64_t> shape, std::span<const T> values) {
  Array array{std::move(name), dtypeOf<T>(), std::move(shape), {}};
  assert(static_cast<size_t>(array.count()) == values.size());
  array.bytes.resize(values.size_bytes());
  if (!values.empty()) std::memcpy(array.bytes.data(), values.data(), values.size_bytes());
  return array;
}
template <class T>
Array makeArray(std::string name, std::vector<int64_t> shape, const std::vector<T>& values) {
  return makeArray<T>(std::move(name), std::move(shape), std::span<const T>(values));
}

struct Archive {
  std::vector<Array> arrays;
  // Adds an array of numbers; the product of `shape` must be values.size().
  template <class T>
  void add(std::string name, std::vector<int64_t> shape, const std::vector<T>& values) {
    arrays.push_back(makeArray(std::move(name), std::move(shape), values));
  }
  const Array* find(std::string_view name) const;         // null if there is no such array
  Result<const Array*> get(std::string_view name) const;  // Error: no such array; lists the arrays
};

// True when the bytes begin with the magic of a zip archive.
bool looksLikeNpz(std::string_view bytes);

// Reads all arrays of an .npz, stored or deflated. Converts Fortran order to C order; skips members that are not .npy.
// Errors: a damaged archive, pickled objects, structured or big-endian dtypes, more than `maxBytes` of uncompressed
// data in total.
Result<Archive> read(std::string_view bytes, int64_t maxBytes = 4LL << 30);

// Writes an .npz archive, byte for byte as numpy.savez does. With `deflate`, the archive is compressed, as by
// numpy.savez_compressed.
std::string write(const Archive& archive, Deflate deflate = nullptr);

// Reads one whole .npy file; `name` becomes the name of the array. Errors: a damaged file, pickled objects, structured
// or big-endian dtypes.
Result<Array> readNpy(std::string name, std::string bytes);
// Formats the header of a .npy file; array.bytes follow it in the file.
std::string npyHeader(const Array& array);

// Parsed .npy header, for readers that stream the elements.
struct NpyHeader {
  std::string dtype;     // dtype in NumPy's spelling, for example "<f4"
  bool fortran = false;  // elements are in Fortran order: the first index varies fastest
  std::vector<int64_t> shape;
  size_t size = 0;            // size of the header in bytes; the elements follow it
  uint64_t elementsSize = 0;  // size of the elements in bytes; UINT64_MAX if it overflows
};
// Number of bytes, from the beginning of a .npy file, that npyHeaderSize needs.
inline constexpr size_t kNpyStart = 12;
// Returns the size in bytes of the header of the .npy file that begins with `start`; 0 when it is not a .npy file.
size_t npyHeaderSize(std::string_view start);
// Parses the header. `bytes`: a .npy file, or its beginning with the whole header. `name`: the array name for errors.
Result<NpyHeader> readNpyHeader(const std::string& name, std::string_view bytes);

// Converts the bits of an IEEE 754 binary16 (1 sign, 5 exponent, 10 fraction bits) to float.
float halfToFloat(uint16_t bits);

}  // namespace hlorank::npz
