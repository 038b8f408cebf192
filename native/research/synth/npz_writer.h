// Writes .npz files whose arrays may be larger than memory, as a stream.
#pragma once

#include <zlib.h>

#include <string>
#include <string_view>
#include <vector>

#include "native/base/files.h"
#include "shared/base/result.h"
#include "shared/npz/npz.h"
#include "shared/npz/zip_records.h"

namespace hlorank::synth {

// Writes arrays one after another, compressed at zlib's fastest level, to a temporary file. finish() renames that file
// to the final path; without finish(), the destructor deletes it. Errors of all calls are reported by finish(), which
// returns the first one.
class NpzWriter {
 public:
  // Opens the npz file `path` for writing. Replaces the temporary file that a killed run may have left.
  explicit NpzWriter(const std::string& path) : file_(path, ".part") {}
  ~NpzWriter();

  // Starts an array with this name, numpy dtype (such as "<f4") and shape. The append() calls that follow add its
  // elements.
  void begin(const std::string& name, const std::string& dtype, const std::vector<int64_t>& shape);
  // Adds elements to the current array, in C order.
  void append(std::string_view bytes);
  // Writes a whole array.
  void add(const npz::Array& array);
  // Completes the file and renames it to its final path. Error: the disk is full, or the path cannot be written.
  Result<bool> finish();

 private:
  void end();                                       // completes the current array, if any
  void deflate(std::string_view bytes, int flush);  // compresses and writes bytes; `flush` is zlib's argument

  native::OutputFile file_;
  bool open_ = false;  // whether an array has been started and not completed
  z_stream stream_ = {};
  std::vector<npz::Entry> entries_;
};

}  // namespace hlorank::synth
