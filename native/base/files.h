// Whole files in, whole files out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::native {

// All bytes of a file; "-" is the standard input. Error: not there, or larger than kMaxFileBytes, or kMaxStreamBytes
// where the size is not known before (a pipe, a device).
inline constexpr uint64_t kMaxFileBytes = uint64_t{4} << 30, kMaxStreamBytes = uint64_t{1} << 30;
Result<std::string> readFile(const std::string& path);

// Where the bytes of an output go. Symbolic links are followed. A regular file is written beside its place and renamed
// when it is whole; a device, pipe or socket is written to as it is.
struct OutputPlace {
  std::string path;       // after all links
  std::string temporary;  // to open and write to; `path` itself for what is no regular file
  int mode = 0666;        // of the file to create: that of the file it replaces
  bool isDirect() const { return temporary == path; }
};
// Error: a folder, or links that lead nowhere. The temporary file is `path` + `ending`.
Result<OutputPlace> outputPlace(const std::string& path, const std::string& ending);
// Moves what was written to its place. False, with errno, when it cannot.
bool commit(const OutputPlace& place);
// Removes what was written of a file that is not to be.
void discard(const OutputPlace& place);

// Writes a whole file, which is there whole or not at all (see OutputPlace). "-" is the standard output, whose errors
// finishOutput reports.
Result<bool> writeFile(const std::string& path, std::string_view bytes);

// The files that the arguments name: a file is itself, a folder all the files below it, by name. Error for what does
// not exist.
Result<std::vector<std::string>> expand(const std::vector<std::string>& paths);

}  // namespace hlorank::native
