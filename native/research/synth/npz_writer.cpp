#include "native/research/synth/npz_writer.h"

#include <cerrno>

namespace hlorank::synth {

NpzWriter::~NpzWriter() {
  if (open_) deflateEnd(&stream_);
}

void NpzWriter::deflate(std::string_view bytes, int flush) {
  if (file_.failed()) return;
  char packed[1 << 16];
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream_.avail_in = static_cast<uInt>(bytes.size());
  do {
    stream_.next_out = reinterpret_cast<Bytef*>(packed);
    stream_.avail_out = sizeof packed;
    ::deflate(&stream_, flush);
    file_.append({packed, sizeof packed - stream_.avail_out});
  } while (stream_.avail_out == 0);
}

void NpzWriter::begin(const std::string& name, const std::string& dtype, const std::vector<int64_t>& shape) {
  end();
  entries_.push_back({.name = name + ".npy", .offset = file_.size(), .deflated = true});
  file_.append(npz::localHeader(entries_.back()));  // end() later overwrites this header with the final sizes
  stream_ = {};
  if (deflateInit2(&stream_, Z_BEST_SPEED, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK) {
    errno = ENOMEM;
    return file_.fail("cannot compress " + name);
  }
  open_ = true;
  append(npz::npyHeader({name, dtype, shape, {}}));
}

void NpzWriter::append(std::string_view bytes) {
  constexpr size_t kAtOnce = size_t{1} << 30;  // most bytes per call of zlib, whose sizes have 32 bits
  while (!bytes.empty() && !file_.failed()) {
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
  npz::Entry& entry = entries_.back();
  entry.packed = file_.size() - entry.offset - npz::localHeader(entry).size();
  file_.overwrite(entry.offset, npz::localHeader(entry));
}

Result<bool> NpzWriter::finish() {
  end();
  file_.append(npz::directory(entries_, file_.size()));
  Result<bool> written = file_.finish();
  if (written) return written;
  return Error{written.error().message, "free disk space, or choose another folder"};
}

}  // namespace hlorank::synth
