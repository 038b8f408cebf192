#include "native/synth/npz_writer.h"

#include <cerrno>
#include <cstring>

namespace hlorank::synth {

NpzWriter::NpzWriter(std::string path) : path_(std::move(path)) {
  const auto place = native::resolveOutput(path_, ".part");
  if (place) {
    place_ = *place;
    file_ = std::fopen(place_.temporary.c_str(), "wbe");
  } else {
    errno = EISDIR;
  }
  if (file_ == nullptr) {
    failed_ = true;
    error_ = errno;
  }
}

NpzWriter::~NpzWriter() {
  if (open_) deflateEnd(&stream_);
  if (file_ == nullptr) return;
  std::fclose(file_);
  native::discard(place_);
}

void NpzWriter::put(std::string_view bytes) {
  if (failed_) return;
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
    failed_ = true;
    error_ = errno;
  }
  at_ += bytes.size();
}

void NpzWriter::deflate(std::string_view bytes, int flush) {
  if (failed_) return;
  char packed[1 << 16];
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream_.avail_in = static_cast<uInt>(bytes.size());
  do {
    stream_.next_out = reinterpret_cast<Bytef*>(packed);
    stream_.avail_out = sizeof packed;
    ::deflate(&stream_, flush);
    put({packed, sizeof packed - stream_.avail_out});
  } while (stream_.avail_out == 0);
}

void NpzWriter::begin(const std::string& name, const std::string& dtype, const std::vector<int64_t>& shape) {
  end();
  entries_.push_back({.name = name + ".npy", .offset = at_, .deflated = true});
  put(npz::localHeader(entries_.back()));  // end() overwrites it with the final sizes
  if (failed_) return;
  stream_ = {};
  if (deflateInit2(&stream_, Z_BEST_SPEED, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
    failed_ = true;
    error_ = ENOMEM;
    return;
  }
  open_ = true;
  append(npz::npyHeader({name, dtype, shape, {}}));
}

void NpzWriter::append(std::string_view bytes) {
  constexpr size_t kAtOnce = size_t{1} << 30;  // zlib's sizes have 32 bits
  while (!bytes.empty() && !failed_) {
    const std::string_view part = bytes.substr(0, kAtOnce);
    npz::Entry& entry = entries_.back();
    entry.size += part.size();
    entry.crc = static_cast<uint32_t>(
        ::crc32(entry.crc, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size())));
    deflate(part, Z_NO_FLUSH);
    bytes.remove_prefix(part.size());
  }
}

void NpzWriter::add(const npz::Array& array) {
  begin(array.name, array.dtype, array.shape);
  append(array.bytes);
}

void NpzWriter::end() {
  if (!open_) return;
  deflate({}, Z_FINISH);
  deflateEnd(&stream_);
  open_ = false;
  if (failed_) return;
  npz::Entry& entry = entries_.back();
  const std::string before = npz::localHeader(entry);
  entry.packed = at_ - entry.offset - before.size();
  const std::string header = npz::localHeader(entry);
  if (fseeko(file_, static_cast<off_t>(entry.offset), SEEK_SET) != 0 ||
      std::fwrite(header.data(), 1, header.size(), file_) != header.size() || fseeko(file_, 0, SEEK_END) != 0) {
    failed_ = true;
    error_ = errno;
  }
}

Result<bool> NpzWriter::finish() {
  end();
  put(npz::directory(entries_, at_));
  if (file_ != nullptr && std::fclose(file_) != 0 && !failed_) {
    failed_ = true;
    error_ = errno;
  }
  file_ = nullptr;
  if (!failed_ && native::commit(place_)) return true;
  if (!failed_) error_ = errno;
  native::discard(place_);
  return Error{"cannot write " + path_ + ": " + std::strerror(error_), "free disk space, or choose another folder"};
}

}  // namespace hlorank::synth
