// Reads one array of an npz as a stream, that is one .npy member of a zip archive, which may be larger than memory.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <memory>
#include <string>

#include "native/store/mapped_file.h"
#include "shared/npz/npz.h"
#include "shared/npz/zip.h"

namespace hlorank::store {

// Reads one .npy file of an npz archive from begin to end. Call header() first. Then either call rest(), which reads
// all elements, or call read() until all elements are read, and then finish(). Errors contain the name of the member
// and the byte offset in the archive.
class MemberReader {
 public:
  // Opens the .npy file `member` of the archive, an element of npz::members(file->text()), for reading.
  MemberReader(std::shared_ptr<const MappedFile> file, const npz::Member& member);
  MemberReader(const MemberReader&) = delete;
  MemberReader& operator=(const MemberReader&) = delete;
  ~MemberReader();

  // Reads the .npy header (shape, dtype, order). To be called before all other functions. Error: damaged data, or a
  // shape that does not agree with the member's size in the archive.
  Result<npz::NpyHeader> header();

  // Reads the next `size` bytes of elements into `to`. The bool is always true. Error: damaged data, or fewer bytes
  // left. Speed: that of zlib's inflate.
  Result<bool> read(char* to, size_t size);

  // Reads all elements into an array in memory and verifies the checksum. To be called directly after header().
  Result<npz::Array> rest();

  // Checks that the data read have the length and checksum in the archive's directory. To be called after reading the
  // last byte. The bool is always true. Error: the length or the checksum differs.
  Result<bool> finish();

  const std::string& name() const { return name_; }  // name of the array, without the ending .npy

 private:
  Error damaged(const std::string& what) const;  // returns an error that names the member and the offset in the archive
  // Returns the next `size` bytes of the compressed data, or fewer at its end.
  std::string_view next(size_t size);
  // Returns the number of bytes inflated, which is less than `size` only at the end.
  Result<size_t> inflateTo(char* to, size_t size);

  std::shared_ptr<const MappedFile> file_;
  npz::Member member_;
  std::string name_, start_;  // start_: bytes of the .npy header
  z_stream stream_ = {};
  // consumed_: number of compressed bytes that next() has returned. released_: number of these whose memory has been
  // released.
  size_t consumed_ = 0, released_ = 0;
  uint64_t left_ = 0;  // number of uncompressed bytes not yet read
  uint32_t crc_ = 0;   // CRC-32 of the uncompressed bytes read so far
};

}  // namespace hlorank::store
