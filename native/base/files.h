// Reads and writes whole files. A write is atomic: the file has either its old or its new content.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::native {

// Reads all bytes of a file; the path "-" is the standard input. Error: the file cannot be read, is the standard input
// for the second time, or is larger than kMaxFileBytes. A pipe or device, whose size is unknown in advance, may hold at
// most kMaxStreamBytes.
inline constexpr uint64_t kMaxFileBytes = uint64_t{4} << 30, kMaxStreamBytes = uint64_t{1} << 30;
Result<std::string> readFile(const std::string& path);

// An output file, written piece by piece. A regular file is written under a temporary name in the same folder and
// renamed when complete; it gets the permissions of the file that it replaces. A device, pipe or socket is written
// directly. Symbolic links are followed. After an error, later calls do nothing and finish() returns that error.
class OutputFile {
 public:
  // Opens the file. Its temporary name is `path` + `ending`; an empty `ending` stands for ".tmp" and the process id.
  explicit OutputFile(const std::string& path, const std::string& ending = {});
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  // deletes the temporary file, unless finish() renamed it

  void append(std::string_view bytes);
  void overwrite(uint64_t offset, std::string_view bytes);  // replaces bytes that were already appended
  void fail(const std::string& what);  // records `what` and errno, unless an earlier error is recorded
  bool failed() const { return error_.has_value(); }
  uint64_t size() const { return size_; }  // number of bytes appended

  // Closes the file and renames it from its temporary name to its path. With `sync`, flushes it to disk before the
  // rename, so that even after a power failure the file has either its old or its new content. The bool is always true.
  // Error: the first error of any call; the temporary file is deleted.
  Result<bool> finish(bool sync = false);

 private:
  bool isDirect() const { return temporary_ == target_; }

  std::string path_, target_, temporary_;  // target_: path_ after following symbolic links
  int file_ = -1;
  uint64_t size_ = 0;
  std::optional<Error> error_;
};

// Writes `bytes` to an open file, pipe or socket. Returns whether all were written; if not, errno says why.
bool writeAll(int descriptor, std::string_view bytes);

// Writes `bytes` to a file atomically and flushes it to disk. The path "-" is the standard output, whose write errors
// finishOutput (output.h) reports. The bool is always true. Error: the file cannot be written.
Result<bool> writeFile(const std::string& path, std::string_view bytes);

// Returns `paths` with every folder replaced by all files below it (recursively, sorted by path), without the reports
// that XLA writes to dump folders (dump.h) and without files that only describe the others: *.md, *.csv, store.json of
// `collect`, manifest.json of `prepare`, families.json. Files and "-" stay unchanged. A symbolic link to nothing counts
// as a file. Error: a path does not exist, or a folder has no file; `place`, if given, receives that path.
Result<std::vector<std::string>> expand(const std::vector<std::string>& paths, std::string* place = nullptr);

// Like expand, but leaves out each path that causes an error and calls `onError` with the error and the path.
std::vector<std::string> expandValid(const std::vector<std::string>& paths,
                                     const std::function<void(const Error&, const std::string&)>& onError);

}  // namespace hlorank::native
