#include "native/store/choice_file.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace hlorank::store {
namespace {

constexpr size_t kBuffer = 1 << 20;  // number of bytes to collect before a write to disk

Error systemError(const std::string& what) {
  return {what + ": " + std::strerror(errno), "free disk space, or choose a folder on another disk"};
}

}  // namespace

Result<ChoiceFile> ChoiceFile::make(const std::string& folder, size_t positions) {
  std::string name = folder + "/.choices.XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0) return systemError("cannot create a file in " + folder);
  unlink(name.c_str());
  return ChoiceFile(file, positions);
}

ChoiceFile::ChoiceFile(ChoiceFile&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      positions_(other.positions_),
      rows_(other.rows_),
      wideFrom_(other.wideFrom_),
      written_(other.written_),
      buffer_(std::move(other.buffer_)) {}

ChoiceFile::~ChoiceFile() {
  if (file_ >= 0) close(file_);
}

uint64_t ChoiceFile::offsetOf(size_t row) const {
  const size_t wide = row > wideFrom_ ? row - wideFrom_ : 0;
  return (uint64_t{row} + wide) * positions_;
}

Result<bool> ChoiceFile::append(std::span<const uint16_t> row) {
  const auto isWide = [](uint16_t setting) { return setting > UINT8_MAX; };
  if (wideFrom_ == SIZE_MAX && std::any_of(row.begin(), row.end(), isWide)) wideFrom_ = rows_;
  if (rows_ < wideFrom_) {
    buffer_.insert(buffer_.end(), row.begin(), row.end());
  } else {
    const auto* bytes = reinterpret_cast<const uint8_t*>(row.data());
    buffer_.insert(buffer_.end(), bytes, bytes + row.size_bytes());
  }
  ++rows_;
  if (buffer_.size() < kBuffer) return true;
  for (size_t done = 0; done < buffer_.size();) {
    const ssize_t count =
        pwrite(file_, buffer_.data() + done, buffer_.size() - done, static_cast<off_t>(written_ + done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return systemError("cannot write a temporary file");
    done += static_cast<size_t>(count);
  }
  written_ += buffer_.size();
  buffer_.clear();
  return true;
}

Result<bool> ChoiceFile::read(size_t index, std::span<uint16_t> row) const {
  const bool wide = index >= wideFrom_;
  const uint64_t at = offsetOf(index);
  auto* bytes = reinterpret_cast<uint8_t*>(row.data());
  const size_t size = wide ? row.size_bytes() : row.size();
  if (at >= written_) {
    std::memcpy(bytes, buffer_.data() + (at - written_), size);
  } else {
    for (size_t done = 0; done < size;) {
      const ssize_t count = pread(file_, bytes + done, size - done, static_cast<off_t>(at + done));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return systemError("cannot read a temporary file");
      done += static_cast<size_t>(count);
    }
  }
  if (!wide)  // widens in place, last element first, so that no byte is overwritten before it is read
    for (size_t p = row.size(); p-- > 0;) row[p] = bytes[p];
  return true;
}

}  // namespace hlorank::store
