// Reads and writes .npz archives, which are zip files of .npy arrays, as NumPy does.
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

// One array of an .npz archive. `bytes` has the elements, little-endian and in C order.
struct Array {
  std::string name;   // name of the array, without the suffix .npy
  std::string dtype;  // element type in NumPy's spelling: "<f4", "|u1", "<i8", "<U10", "|S3", "|b1"
  std::vector<int64_t> shape;
  std::string bytes;

  int64_t count() const;    // returns the number of elements, the product of the shape; 1 for a scalar
  size_t itemSize() const;  // returns the size of an element in bytes
  // Convert the elements of an array with an integer, boolean or floating-point dtype (f2, f4, f8). Errors: the dtype
  // is a string type, or in toIntegers, a value is not an integer or does not fit in int64.
  Result<std::vector<int64_t>> toIntegers() const;
  Result<std::vector<float>> toFloats() const;
  // Returns the elements of a string dtype (U or S) as UTF-8, without trailing NULs. Invalid code points become U+FFFD.
  // Error: the dtype is not a string type.
  Result<std::vector<std::string>> toStrings() const;
};

// Returns the NumPy dtype of a C++ arithmetic type: "<f4" for float.
template <class T>
std::string dtypeOf() {
  static_assert(std::is_arithmetic_v<T>);
  const char kind = std::is_same_v<T, bool> ? 'b' : std::is_floating_point_v<T> ? 'f' : std::is_signed_v<T> ? 'i' : 'u';
  return {sizeof(T) == 1 ? '|' : '<', kind, static_cast<char>('0' + sizeof(T))};
}

// Makes an array of numbers. The product of `shape` must be the number of values.
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

// Makes a one-dimensional array of byte strings (dtype |SN, where N is the length of the longest string).
Array makeStringArray(std::string name, const std::vector<std::string>& values);

struct Archive {
  std::vector<Array> arrays;
  // Adds an array of numbers. The product of `shape` must be the number of values.
  template <class T>
  void add(std::string name, std::vector<int64_t> shape, const std::vector<T>& values) {
    arrays.push_back(makeArray(std::move(name), std::move(shape), values));
  }
  const Array* find(std::string_view name) const;  // returns the array with this name; null if there is none
  // Returns the array with this name; the error if there is none lists the arrays.
  Result<const Array*> get(std::string_view name) const;
};

// Whether the bytes begin like a zip archive.
bool looksLikeNpz(std::string_view bytes);

// Reads all arrays of an .npz archive, compressed or not. Converts Fortran order to C order. Skips files that are not
// .npy. Errors: a damaged archive, pickled objects, structured or big-endian dtypes, or more than `maxBytes` bytes of
// uncompressed data in total.
Result<Archive> read(std::string_view bytes, int64_t maxBytes = 4LL << 30);

// Returns the bytes of an .npz archive. Without `deflate`, they equal those of numpy.savez. With the function
// `deflate`, the arrays are compressed by it, as numpy.savez_compressed compresses them.
std::string write(const Archive& archive, Deflate deflate = nullptr);

// Reads a whole .npy file. `name` becomes the name of the array. Errors: a damaged file, pickled objects, structured or
// big-endian dtypes.
Result<Array> readNpy(std::string name, std::string bytes);
// Returns the header of a .npy file for an array. In the file, the header is followed by array.bytes.
std::string npyHeader(const Array& array);

// The parsed header of a .npy file, for callers that read the elements piece by piece.
struct NpyHeader {
  std::string dtype;     // dtype in NumPy's spelling, for example "<f4"
  bool fortran = false;  // whether the elements are in Fortran order, in which the first index varies fastest
  std::vector<int64_t> shape;
  size_t size = 0;            // size of the header in bytes; the elements follow it
  uint64_t elementsSize = 0;  // size of the elements in bytes; UINT64_MAX if the number overflows
};
// Number of bytes at the beginning of a .npy file from which npyHeaderSize can find the size of the header.
inline constexpr size_t kNpyStart = 12;
// Returns the size in bytes of the header of a .npy file that begins with `start`. Returns 0 if the file is not a .npy
// file.
size_t npyHeaderSize(std::string_view start);
// Parses the header of a .npy file. `bytes` is the file, or at least its beginning up to the end of the header. `name`
// is the name of the array for error messages.
Result<NpyHeader> readNpyHeader(const std::string& name, std::string_view bytes);

// Converts the bits of an IEEE 754 binary16 (1 sign, 5 exponent, 10 fraction bits) to float.
float halfToFloat(uint16_t bits);

}  // namespace hlorank::npz
