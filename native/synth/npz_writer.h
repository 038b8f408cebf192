// Streaming .npz writer: arrays may be larger than memory.
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

// Writes arrays one after another, deflated at zlib's fastest level, to a temporary file that finish() renames to
// `path`. Without finish(), the destructor deletes it. finish() returns the first error of any call.
class NpzWriter {
 public:
  explicit NpzWriter(std::string path);
  ~NpzWriter();
  NpzWriter(const NpzWriter&) = delete;
  NpzWriter& operator=(const NpzWriter&) = delete;

  // Starts an array. append() adds its elements, in C order, until the next begin(), add() or finish().
  void begin(const std::string& name, const std::string& dtype, const std::vector<int64_t>& shape);
  void append(std::string_view bytes);
  // Writes a whole array.
  void add(const npz::Array& array);
  // Error: the disk is full, or `path` cannot be written.
  Result<bool> finish();

 private:
  void end();  // completes the current array, if any
  void put(std::string_view bytes);
  void deflate(std::string_view bytes, int flush);

  std::string path_;
  native::OutputTarget place_;
  std::FILE* file_ = nullptr;
  bool failed_ = false, open_ = false;
  int error_ = 0;
  uint64_t at_ = 0;
  z_stream stream_ = {};
  std::vector<npz::Entry> entries_;
};

}  // namespace hlorank::synth
