// Reads and writes whole files. A write is atomic: the file has either its old or its new content.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::native {

// Reads all bytes of a file; the path "-" is the standard input. Error: the file cannot be read, or has more than
// kMaxFileBytes (a pipe or device, whose size is not known in advance: kMaxStreamBytes).
inline constexpr uint64_t kMaxFileBytes = uint64_t{4} << 30, kMaxStreamBytes = uint64_t{1} << 30;
Result<std::string> readFile(const std::string& path);

// Destination of an output file. Symbolic links are followed. A regular file is written to a temporary file in the same
// folder and renamed when complete; a device, pipe or socket is written directly.
struct OutputTarget {
  std::string path;       // with symbolic links resolved
  std::string temporary;  // the file to open and write; equal to `path` if `path` is a device, pipe or socket
  int mode = 0666;        // permissions of the new file: those of the file it replaces, if any
  bool isDirect() const { return temporary == path; }
};
// Finds where to write the output file `path`. The temporary file is the path with links resolved + `ending`. Error:
// the path is a folder, or its symbolic links form a cycle.
Result<OutputTarget> resolveOutput(const std::string& path, const std::string& ending);
// Completes a write: renames the temporary file to the final path; does nothing if `place` was written directly.
// Returns false and sets errno if the rename fails.
bool commit(const OutputTarget& place);
// Cancels a write: deletes the temporary file if there is one.
void discard(const OutputTarget& place);

// Writes a file through a temporary file and a rename (see OutputTarget). The path "-" is the standard output, whose
// write errors finishOutput reports. Error: the file cannot be written.
Result<bool> writeFile(const std::string& path, std::string_view bytes);

// Replaces every folder in `paths` by all files below it, recursively, sorted by path. Keeps files and "-" unchanged.
// Error: a path does not exist.
Result<std::vector<std::string>> expand(const std::vector<std::string>& paths);

}  // namespace hlorank::native
