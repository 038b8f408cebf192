#include "native/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace hlorank::native {

namespace fs = std::filesystem;

namespace {

struct Descriptor {
  int number;
  bool owned;
  ~Descriptor() {
    if (owned && number >= 0) close(number);
  }
};

Error systemError(const std::string& what) {
  return {.message = what + ": " + std::strerror(errno)};
}

bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(count);
  }
  return true;
}

}  // namespace

Result<std::string> readFile(const std::string& path) {
  Descriptor file{path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC), path != "-"};
  struct stat status;
  if (file.number < 0 || fstat(file.number, &status) != 0) return systemError("cannot open the file");
  std::string bytes;
  size_t filled = 0;
  bytes.resize(S_ISREG(status.st_mode) ? static_cast<size_t>(status.st_size) : 0);
  for (;;) {
    if (filled == bytes.size()) {  // at the end as announced, or a pipe: see whether there is more
      char more[65536];
      ssize_t count = read(file.number, more, sizeof more);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return systemError("cannot read the file");
      if (count == 0) break;
      bytes.append(more, count);
      filled = bytes.size();
      continue;
    }
    ssize_t count = read(file.number, bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return systemError("cannot read the file");
    if (count == 0) break;  // it shrank while we read
    filled += count;
  }
  bytes.resize(filled);
  return bytes;
}

Result<bool> writeFile(const std::string& path, std::string_view bytes) {
  if (path == "-") {
    if (!writeAll(STDOUT_FILENO, bytes)) return systemError("cannot write to the standard output");
    return true;
  }
  std::string temporary = path + ".tmp" + std::to_string(getpid());
  Descriptor file{open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666), true};
  if (file.number < 0) return systemError("cannot create " + temporary);
  // Flushed before it takes the name: after a power cut the name leads to the old bytes or the new ones.
  const bool written = writeAll(file.number, bytes) && (fsync(file.number) == 0 || errno == EINVAL);
  if (!written || rename(temporary.c_str(), path.c_str()) != 0) {
    Error error = systemError("cannot write " + path);
    unlink(temporary.c_str());
    return error;
  }
  return true;
}

Result<std::vector<std::string>> expand(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (path != "-" && !fs::exists(path, error)) return Error{.message = "no such file: " + path};
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    size_t first = files.size();
    for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      if (entry->is_regular_file(error)) files.push_back(entry->path().string());
    }
    if (error) return Error{.message = "cannot list " + path + ": " + error.message()};
    std::sort(files.begin() + first, files.end());
  }
  return files;
}

}  // namespace hlorank::native
