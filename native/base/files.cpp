#include "native/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "native/base/dump.h"
#include "native/base/output.h"

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

}  // namespace

bool writeAll(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(count);
  }
  return true;
}

Result<std::string> readFile(const std::string& path) {
  static std::atomic<bool> isInputRead = false;
  if (path == "-" && isInputRead.exchange(true))
    return Error{"the standard input can be given only once", "give one of the two as a file"};
  Descriptor file{path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY), path != "-"};
  struct stat status;
  if (file.number < 0 || fstat(file.number, &status) != 0) return systemError("cannot open the file");
  if (S_ISDIR(status.st_mode)) return Error{"this is a folder, expected a file", "give a file in it"};
  const bool isRegular = S_ISREG(status.st_mode);
  const uint64_t most = isRegular ? kMaxFileBytes : kMaxStreamBytes;
  const auto tooLarge = [&] {
    const std::string limit = std::to_string(most >> 30) + " GiB";
    return isRegular ? Error{.message = "the file is larger than " + limit, .help = "give a smaller file"}
                     : Error{.message = "the input does not end within " + limit, .help = "give a finite input"};
  };
  if (isRegular && static_cast<uint64_t>(status.st_size) > most) return tooLarge();
  std::string bytes;
  size_t filled = 0;
  bytes.resize(isRegular ? static_cast<size_t>(status.st_size) : 0);
  for (;;) {
    // If the buffer is full, tries to read more: the input may be a pipe, or the file may have grown since fstat.
    if (filled == bytes.size()) {
      char more[65536];
      ssize_t count = read(file.number, more, sizeof more);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return systemError("cannot read the file");
      if (count == 0) break;
      if (filled + static_cast<size_t>(count) > most) return tooLarge();
      bytes.append(more, count);
      filled = bytes.size();
      continue;
    }
    ssize_t count = read(file.number, bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return systemError("cannot read the file");
    if (count == 0) break;  // the file became shorter during the read
    filled += count;
  }
  bytes.resize(filled);
  return bytes;
}

OutputFile::OutputFile(const std::string& path, const std::string& ending) : path_(path) {
  constexpr int kMaxLinks = 40;  // most symbolic links to follow, the limit of Linux
  struct stat status;
  const bool replaces = stat(path.c_str(), &status) == 0;
  if (replaces && S_ISDIR(status.st_mode)) {
    error_ = Error{.message = "this is a folder, expected a file", .help = "give the path of a file"};
    return;
  }
  if (replaces && !S_ISREG(status.st_mode)) {
    target_ = temporary_ = path;  // links stay unresolved: /dev/stdout may link to a pipe, which has no path
    file_ = open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (file_ < 0) fail("cannot open " + path);
    return;
  }
  fs::path target = path;
  std::error_code error;
  for (int links = 0; fs::is_symlink(target, error); ++links) {
    const fs::path next = fs::read_symlink(target, error);
    if (error || links == kMaxLinks) {
      error_ = Error{.message = "cannot follow the symbolic link " + path, .help = "give the path of the file itself"};
      return;
    }
    target = target.parent_path() / next;  // an absolute `next` replaces the whole path
  }
  target_ = target.string();
  temporary_ = target_ + (ending.empty() ? ".tmp" + std::to_string(getpid()) : ending);
  unlink(temporary_.c_str());  // a killed process may have left this file
  file_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? status.st_mode & 0777 : 0666);
  if (file_ < 0 || (replaces && fchmod(file_, status.st_mode & 0777) != 0)) fail("cannot create " + temporary_);
}

OutputFile::~OutputFile() {
  if (file_ < 0) return;
  close(file_);
  if (!isDirect()) unlink(temporary_.c_str());
}

void OutputFile::fail(const std::string& what) {
  if (!error_) error_ = systemError(what);
}

void OutputFile::append(std::string_view bytes) {
  if (!failed() && !writeAll(file_, bytes)) fail("cannot write " + path_);
  size_ += bytes.size();
}

void OutputFile::overwrite(uint64_t offset, std::string_view bytes) {
  if (!failed() && (lseek(file_, static_cast<off_t>(offset), SEEK_SET) < 0 || !writeAll(file_, bytes) ||
                    lseek(file_, 0, SEEK_END) < 0))
    fail("cannot write " + path_);
}

Result<bool> OutputFile::finish(bool sync) {
  if (!failed() && sync && !isDirect() && fsync(file_) != 0 && errno != EINVAL) fail("cannot write " + path_);
  if (file_ >= 0 && close(file_) != 0) fail("cannot write " + path_);
  if (!failed() && !isDirect() && rename(temporary_.c_str(), target_.c_str()) != 0) fail("cannot write " + path_);
  if (failed() && file_ >= 0 && !isDirect()) unlink(temporary_.c_str());
  file_ = -1;
  if (failed()) return *error_;
  return true;
}

Result<bool> writeFile(const std::string& path, std::string_view bytes) {
  if (path == "-") {
    printBytes(bytes);
    return true;
  }
  OutputFile file(path);
  file.append(bytes);
  return file.finish(/*sync=*/true);
}

namespace {

// Whether a file of a folder only describes the other files.
bool isDescription(const fs::path& file) {
  static constexpr std::array kNames = {"store.json", "manifest.json", "families.json"};
  return file.extension() == ".md" || file.extension() == ".csv" ||
         std::find(kNames.begin(), kNames.end(), file.filename()) != kNames.end();
}

}  // namespace

Result<std::vector<std::string>> expand(const std::vector<std::string>& paths, std::string* place) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (place) *place = path;
    std::error_code error;
    if (path != "-" && !fs::exists(path, error))
      return Error{.message = place ? "no such file" : "no such file: " + path};
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    size_t first = files.size();
    for (fs::recursive_directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
      const fs::path& file = entry->path();
      std::error_code ignored;
      const bool isBroken = entry->is_symlink(ignored) && !entry->exists(ignored);  // reading it gives an error
      if ((isBroken || entry->is_regular_file(ignored)) && !isDumpReport(file.string()) && !isDescription(file))
        files.push_back(file.string());
    }
    if (error) return Error{.message = "cannot list " + path + ": " + error.message()};
    if (files.size() == first) return Error{.message = "no files in the folder " + path};
    std::sort(files.begin() + first, files.end());
  }
  return files;
}

std::vector<std::string> expandValid(const std::vector<std::string>& paths,
                                     const std::function<void(const Error&, const std::string&)>& onError) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::string place = path;
    const auto expanded = expand({path}, &place);
    if (expanded)
      files.insert(files.end(), expanded->begin(), expanded->end());
    else
      onError(expanded.error(), place);
  }
  return files;
}

}  // namespace hlorank::native
