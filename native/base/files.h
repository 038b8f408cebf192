// Reads and writes whole files. A write is atomic: the file has either its old or its new content.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::native {

// Reads all bytes of a file; the path "-" is the standard input. Error: the file cannot be read, or is larger than
// kMaxFileBytes; a pipe or device, whose size is unknown in advance, may hold at most kMaxStreamBytes.
inline constexpr uint64_t kMaxFileBytes = uint64_t{4} << 30, kMaxStreamBytes = uint64_t{1} << 30;
Result<std::string> readFile(const std::string& path);

// An output file, written piece by piece. A regular file is written to a temporary file in the same folder, with the
// permissions of the file that it replaces, and renamed when complete; a device, pipe or socket is written directly.
// Symbolic links are followed. The first error is kept for finish(); calls after an error do nothing.
class OutputFile {
 public:
  // The temporary file is named `path` + `ending`; an empty `ending` stands for ".tmp" and the process id.
  explicit OutputFile(const std::string& path, const std::string& ending = {});
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  // without finish(): deletes the temporary file

  void append(std::string_view bytes);
  void overwrite(uint64_t offset, std::string_view bytes);  // replaces bytes that were appended
  void fail(const std::string& what);                       // records `what` and errno, if it is the first error
  bool failed() const { return error_.has_value(); }
  uint64_t size() const { return size_; }  // bytes appended

  // Closes the file and renames it to its path. `sync`: flushes it to disk first, so that even after a power failure
  // the file has either its old or its new content. The bool is always true. Error: the first error of any call; the
  // temporary file is deleted.
  Result<bool> finish(bool sync = false);

 private:
  bool isDirect() const { return temporary_ == target_; }

  std::string path_, target_, temporary_;  // target_: path_ with symbolic links resolved
  int file_ = -1;
  uint64_t size_ = 0;
  std::optional<Error> error_;
};

// Writes `bytes` to a file atomically and flushes it to disk. The path "-" is the standard output, whose write errors
// finishOutput (output.h) reports. The bool is always true. Error: the file cannot be written.
Result<bool> writeFile(const std::string& path, std::string_view bytes);

// Replaces every folder in `paths` by all files below it, recursively, sorted by path. Keeps files and "-" unchanged.
// Error: a path does not exist, or a folder has no file.
Result<std::vector<std::string>> expand(const std::vector<std::string>& paths);

}  // namespace hlorank::native
