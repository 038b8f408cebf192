#include "native/store/file_writer.h"

#include <signal.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace hlorank::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporary = ".prepared.tmp";  // of temporary files; the process id follows
// Bytes reserved at the front of the file for the header and the directory.
constexpr size_t kRoom = sizeof(FileHeader) + kSections * sizeof(SectionEntry);

}  // namespace

FileWriter::FileWriter(std::string path) : path_(std::move(path)) {
  const auto place = native::resolveOutput(path_, ".tmp" + std::to_string(getpid()));
  if (!place) {
    failure_ = place.error().message;
    return;
  }
  place_ = *place;
  file_ = std::fopen(place_.temporary.c_str(), "wbe");
  if (file_ == nullptr) fail("cannot create " + place_.temporary);
  const std::vector<char> room(kRoom, 0);
  append(room.data(), room.size());
}

FileWriter::~FileWriter() {
  if (file_ == nullptr) return;
  std::fclose(file_);
  native::discard(place_);
}

void FileWriter::fail(const std::string& what) {
  if (failure_.empty()) failure_ = what + ": " + std::strerror(errno);
}

void FileWriter::begin(Section section) {
  assert(entries_.size() < kSections);
  constexpr char kZeros[kAlignment] = {};
  if (size_ % kAlignment != 0) {
    const size_t padding = kAlignment - size_ % kAlignment;
    if (file_ != nullptr && std::fwrite(kZeros, 1, padding, file_) != padding) fail("cannot write " + path_);
    size_ += padding;
  }
  entries_.push_back({section, 0, size_, 0});
}

void FileWriter::append(const void* data, size_t size) {
  if (!failure_.empty()) return;
  if (std::fwrite(data, 1, size, file_) != size) return fail("cannot write " + path_);
  size_ += size;
  if (entries_.empty()) return;
  entries_.back().crc = crcOf(data, size, entries_.back().crc);
  entries_.back().size += size;
}

Result<bool> FileWriter::finish() {
  if (failure_.empty()) {
    FileHeader header = {{}, kVersion, static_cast<uint32_t>(entries_.size()), schemaHash(), size_, 0, 0};
    std::memcpy(header.magic, kMagic.data(), kMagic.size());
    header.crc = directoryCrc(header, entries_.data());
    const size_t count = entries_.size();
    if (std::fseek(file_, 0, SEEK_SET) != 0 || std::fwrite(&header, sizeof header, 1, file_) != 1 ||
        std::fwrite(entries_.data(), sizeof(SectionEntry), count, file_) != count)
      fail("cannot write " + path_);
  }
  if (file_ != nullptr && std::fclose(file_) != 0) fail("cannot write " + path_);
  file_ = nullptr;
  if (failure_.empty() && !native::commit(place_)) fail("cannot write " + path_);
  if (failure_.empty()) return true;
  native::discard(place_);
  return Error{failure_, "free disk space, or choose a folder on another disk"};
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
