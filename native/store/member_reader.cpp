#include "native/store/member_reader.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace hlorank::store {
namespace {

constexpr size_t kPiece = 1 << 20;  // number of compressed bytes passed to zlib at a time
// After reading this number of compressed bytes, the reader releases the memory that they occupy.
constexpr size_t kForget = 16 << 20;
// Highest compression ratio of DEFLATE: 258 bytes in two bits. An archive member with a higher stated ratio is damaged.
constexpr uint64_t kBestRatio = 1032;
constexpr int kRaw = -15;  // windowBits of zlib's inflateInit2: raw DEFLATE without a header
constexpr std::string_view kSuffix = ".npy";

std::string withoutEnding(std::string_view name) {
  if (name.ends_with(kSuffix)) name.remove_suffix(kSuffix.size());
  return std::string(name);
}

}  // namespace

MemberReader::MemberReader(std::shared_ptr<const MappedFile> file, const npz::Member& member)
    : file_(std::move(file)), member_(member), name_(withoutEnding(member.name)), left_(member.size) {
  if (member_.deflated && inflateInit2(&stream_, kRaw) != Z_OK) throw std::runtime_error("zlib could not start");
}

MemberReader::~MemberReader() {
  if (member_.deflated) inflateEnd(&stream_);
}

Error MemberReader::damaged(const std::string& what) const {
  Error error{"'" + std::string(member_.name) + "' " + what,
              "the file is damaged or truncated; download or write it again"};
  error.where.offset = member_.offset + static_cast<int64_t>(consumed_ - stream_.avail_in);
  return error;
}

std::string_view MemberReader::next(size_t size) {
  if (consumed_ - released_ > kForget) {
    const auto begin = static_cast<size_t>(member_.offset);
    file_->forget(begin + released_, begin + consumed_);
    released_ = consumed_;
  }
  const std::string_view piece = member_.data.substr(consumed_, size);
  consumed_ += piece.size();
  return piece;
}

Result<size_t> MemberReader::inflateTo(char* to, size_t size) {
  size_t done = 0;
  while (done < size) {
    if (stream_.avail_in == 0) {
      const std::string_view piece = next(kPiece);
      stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(piece.data()));
      stream_.avail_in = static_cast<uInt>(piece.size());
    }
    const auto room = static_cast<uInt>(std::min<size_t>(size - done, 1 << 30));
    stream_.next_out = reinterpret_cast<Bytef*>(to + done);
    stream_.avail_out = room;
    const int state = inflate(&stream_, Z_NO_FLUSH);
    done += room - stream_.avail_out;
    if (state == Z_STREAM_END) break;
    if (state == Z_BUF_ERROR) return damaged("is truncated");  // zlib needs more input, but there is none
    if (state != Z_OK) return damaged("cannot be inflated: " + std::string(stream_.msg ? stream_.msg : "damaged data"));
  }
  return done;
}

Result<bool> MemberReader::read(char* to, size_t size) {
  if (size > left_) return damaged("has fewer elements than its shape requires");
  if (member_.deflated) {
    const auto done = inflateTo(to, size);
    if (!done) return done.error();
    if (*done < size) return damaged("has fewer bytes than the archive directory states");
  } else {
    for (size_t done = 0; done < size;) {
      const std::string_view piece = next(std::min(kPiece, size - done));
      std::memcpy(to + done, piece.data(), piece.size());
      done += piece.size();
    }
  }
  crc_ = static_cast<uint32_t>(crc32_z(crc_, reinterpret_cast<const Bytef*>(to), size));
  left_ -= size;
  return true;
}

Result<npz::NpyHeader> MemberReader::header() {
  if (member_.deflated && member_.size / kBestRatio > member_.data.size() + 1)
    return damaged("has a stated size that its compressed data cannot reach");
  start_.resize(std::min<size_t>(npz::kNpyStart, left_));
  if (const auto read = this->read(start_.data(), start_.size()); !read) return read.error();
  const size_t size = npz::npyHeaderSize(start_), known = start_.size();
  if (size > known && size - known <= left_) {
    start_.resize(size);
    if (const auto read = this->read(start_.data() + known, size - known); !read) return read.error();
  }
  auto header = npz::readNpyHeader(name_, start_);
  if (!header) {
    header.error().where.offset = member_.offset;
  } else if (header->elementsSize != left_) {
    return damaged("has " + std::to_string(left_) + " bytes of elements, its shape requires " +
                   std::to_string(header->elementsSize));
  }
  return header;
}

Result<npz::Array> MemberReader::rest() {
  std::string bytes = std::move(start_);
  const size_t known = bytes.size();
  bytes.resize(known + static_cast<size_t>(left_));
  if (const auto read = this->read(bytes.data() + known, bytes.size() - known); !read) return read.error();
  if (const auto finished = finish(); !finished) return finished.error();
  auto array = npz::readNpy(name_, std::move(bytes));
  if (!array) array.error().where.offset = member_.offset;
  return array;
}

Result<bool> MemberReader::finish() {
  if (left_ > 0) return damaged("has more elements than its shape requires");
  char more = 0;
  if (member_.deflated) {
    const auto done = inflateTo(&more, 1);
    if (!done) return done.error();
    if (*done > 0) return damaged("has more bytes than the archive directory states");
  }
  if (crc_ != member_.crc) return damaged("has a wrong checksum");
  return true;
}

}  // namespace hlorank::store
