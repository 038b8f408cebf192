// Streaming reader of one array of an npz, that is one .npy member of a zip archive; it may be larger than memory.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <memory>
#include <string>

#include "native/store/mapped_file.h"
#include "shared/npz/npz.h"
#include "shared/npz/zip.h"

namespace hlorank::store {

// Reads one .npy file of an npz archive, from begin to end: header(), then read() of all its bytes and finish(),
// or rest(). Errors contain the name of the member and the byte offset in the archive.
class MemberReader {
 public:
  // `member`: the .npy file to read, an element of npz::members(file->text()).
  MemberReader(std::shared_ptr<const MappedFile> file, const npz::Member& member);
  MemberReader(const MemberReader&) = delete;
  MemberReader& operator=(const MemberReader&) = delete;
  ~MemberReader();

  // Reads the .npy header (shape, dtype, order). Must be the first call. Error: damaged data, or a shape that
  // contradicts the member's size in the archive.
  Result<npz::NpyHeader> header();

  // Reads the next `size` bytes of elements into `to`. The bool is always true. Error: damage, or fewer bytes left.
  // Speed: that of zlib's inflate.
  Result<bool> read(char* to, size_t size);

  // Reads all elements into an array in memory and checks the checksum. Call directly after header().
  Result<npz::Array> rest();

  // Checks length and checksum of the data read against the archive's directory. Call after reading the last byte. The
  // bool is always true. Error: one of them differs.
  Result<bool> finish();

  const std::string& name() const { return name_; }  // name of the array, without .npy

 private:
  Error damaged(const std::string& what) const;  // names the member and the current offset in the archive
  std::string_view next(size_t size);  // the next `size` bytes of the stored (compressed) data, or fewer at its end
  Result<size_t> inflateTo(char* to, size_t size);  // returns the bytes inflated; fewer than `size` only at the end

  std::shared_ptr<const MappedFile> file_;
  npz::Member member_;
  std::string name_, start_;  // start_: bytes of the .npy header
  z_stream stream_ = {};
  size_t consumed_ = 0, released_ = 0;  // bytes of the stored data: returned by next(); released from memory
  uint64_t left_ = 0;                   // bytes of the contents not yet read
  uint32_t crc_ = 0;                    // of the contents read so far
};

}  // namespace hlorank::store
