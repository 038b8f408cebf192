// Streaming reader of one .npy member of a zip archive; the array may be larger than memory.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <memory>
#include <string>

#include "native/store/mapped_file.h"
#include "shared/npz/npz.h"
#include "shared/npz/zip.h"

namespace hlorank::store {

// Errors contain the name of the member and the byte offset in the archive.
class MemberReader {
 public:
  // `member`: an element of npz::members(file->text()).
  MemberReader(std::shared_ptr<const MappedFile> file, const npz::Member& member);
  MemberReader(const MemberReader&) = delete;
  MemberReader& operator=(const MemberReader&) = delete;
  ~MemberReader();

  // Reads the .npy header. Must be the first call. Error: damage, or a size that contradicts the archive.
  Result<npz::NpyHeader> header();

  // Reads the next `size` bytes. Error: damage, or fewer bytes left. Speed: that of zlib's inflate.
  Result<bool> read(char* to, size_t size);

  // Reads the rest of the member as an array. Call directly after header(), to read a whole small array.
  Result<npz::Array> rest();

  // Call after the last byte. Error: length or checksum differs from the archive's directory.
  Result<bool> finish();

  uint64_t bytesLeft() const { return left_; }
  const std::string& name() const { return name_; }  // name of the array, without .npy

 private:
  Error damaged(const std::string& what) const;
  std::string_view next(size_t size);               // the next bytes of the stored (compressed) data
  Result<size_t> inflateTo(char* to, size_t size);  // bytes inflated; fewer than `size` only at the end of the stream

  std::shared_ptr<const MappedFile> file_;
  npz::Member member_;
  std::string name_, start_;  // start_: bytes of the .npy header
  z_stream stream_ = {};
  size_t consumed_ = 0, released_ = 0;  // bytes of the stored data: returned by next(); released from memory
  uint64_t left_ = 0;                   // bytes of the contents not yet read
  uint32_t crc_ = 0;
};

}  // namespace hlorank::store
