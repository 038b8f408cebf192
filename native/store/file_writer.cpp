#include "native/store/file_writer.h"

#include <signal.h>

#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace hlorank::store {
namespace {

namespace fs = std::filesystem;

// Ending of the names of temporary files; the process id follows.
constexpr std::string_view kTemporary = ".prepared.tmp";
// Number of bytes reserved at the start of the file for the header and the directory of sections.
constexpr size_t kRoom = sizeof(FileHeader) + kSections * sizeof(SectionEntry);

}  // namespace

FileWriter::FileWriter(const std::string& path) : file_(path) {
  file_.append(std::string(kRoom, '\0'));
}

void FileWriter::begin(Section section) {
  assert(entries_.size() < kSections);
  file_.append(std::string((kAlignment - file_.size() % kAlignment) % kAlignment, '\0'));
  entries_.push_back({section, 0, file_.size(), 0});
}

void FileWriter::append(const void* data, size_t size) {
  file_.append({static_cast<const char*>(data), size});
  entries_.back().crc = crcOf(data, size, entries_.back().crc);
  entries_.back().size += size;
}

Result<bool> FileWriter::finish() {
  FileHeader header = {{}, kVersion, static_cast<uint32_t>(entries_.size()), schemaHash(), file_.size(), 0, 0};
  std::memcpy(header.magic, kMagic.data(), kMagic.size());
  header.crc = directoryCrc(header, entries_.data());
  file_.overwrite(0, {reinterpret_cast<const char*>(&header), sizeof header});
  file_.overwrite(sizeof header,
                  {reinterpret_cast<const char*>(entries_.data()), entries_.size() * sizeof(SectionEntry)});
  Result<bool> written = file_.finish();
  if (written) return written;
  return Error{written.error().message, "free disk space, or choose a folder on another disk"};
}

void removeLeftovers(const std::string& folder) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const size_t at = name.rfind(kTemporary);
    if (at == std::string::npos) continue;
    const long process = std::strtol(name.c_str() + at + kTemporary.size(), nullptr, 10);
    if (process > 0 && (kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM)) continue;
    std::error_code ignored;
    fs::remove(entry->path(), ignored);
  }
}

}  // namespace hlorank::store
