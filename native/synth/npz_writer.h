// An .npz written piece by piece, so that an array larger than memory can be.
#pragma once

#include <zlib.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "native/base/files.h"
#include "shared/base/result.h"
#include "shared/npz/npz.h"
#include "shared/npz/zip_records.h"

namespace hlorank::synth {

// Arrays one after the other, deflated at zlib's fastest level. The file is beside its place until `finish` moves it
// there; a writer that is not finished leaves nothing. What goes wrong on the way is said by `finish`.
class NpzWriter {
 public:
  explicit NpzWriter(std::string path);
  ~NpzWriter();
  NpzWriter(const NpzWriter&) = delete;
  NpzWriter& operator=(const NpzWriter&) = delete;

  // Begins an array: what is appended until the next `begin` are its elements, in C order.
  void begin(const std::string& name, const std::string& dtype, const std::vector<int64_t>& shape);
  void append(std::string_view bytes);
  // A whole array.
  void add(const npz::Array& array);
  // Errors: the disk is full, the place cannot be written.
  Result<bool> finish();

 private:
  void end();  // of the array that was begun, if any
  void put(std::string_view bytes);
  void deflate(std::string_view bytes, int flush);

  std::string path_;
  native::OutputPlace place_;
  std::FILE* file_ = nullptr;
  bool failed_ = false, open_ = false;
  int error_ = 0;
  uint64_t at_ = 0;
  z_stream stream_ = {};
  std::vector<npz::Entry> entries_;
};

}  // namespace hlorank::synth
