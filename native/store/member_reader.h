// A member of a zip archive, inflated piece by piece: arrays larger than memory pass through a small window.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <memory>
#include <string>

#include "native/store/mapped_file.h"
#include "shared/npz/npz.h"
#include "shared/npz/zip.h"

namespace hlorank::store {

// Errors name the member and the place in the archive.
class MemberReader {
 public:
  // `member` is one of `file`.
  MemberReader(std::shared_ptr<const MappedFile> file, const npz::Member& member);
  MemberReader(const MemberReader&) = delete;
  MemberReader& operator=(const MemberReader&) = delete;
  ~MemberReader();

  // Reads the header of the array it is; the first call of all. Error also when the sizes it claims cannot be.
  Result<npz::NpyHeader> header();

  // The next `size` bytes. Error: damage, or fewer are left. About as fast as zlib.
  Result<bool> read(char* to, size_t size);

  // All that is left, with the header in front when that was read: a small array as a whole.
  Result<npz::Array> rest();

  // To be called after the last byte: are length and check sum as the archive says?
  Result<bool> finish();

  uint64_t bytesLeft() const { return left_; }
  const std::string& name() const { return name_; }  // of the array, without .npy

 private:
  Error damaged(const std::string& what) const;
  std::string_view next(size_t size);               // of the data as it lies there
  Result<size_t> inflateTo(char* to, size_t size);  // fewer only at the end of the stream

  std::shared_ptr<const MappedFile> file_;
  npz::Member member_;
  std::string name_, start_;  // start_: the header's bytes
  z_stream stream_ = {};
  size_t given_ = 0, forgotten_ = 0;  // of the member's data
  uint64_t left_ = 0;                 // bytes of the contents
  uint32_t crc_ = 0;
};

}  // namespace hlorank::store
