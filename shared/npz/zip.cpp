#include "shared/npz/zip.h"

#include <algorithm>

#include "shared/npz/inflate.h"
#include "shared/npz/zip_records.h"

namespace hlorank::npz {

namespace {

constexpr size_t kLocalHeaderSize = 30, kDirectoryEntrySize = 46, kEndSize = 22, kEnd64LocatorSize = 20;

uint64_t number(std::string_view bytes, size_t at, int width) {
  uint64_t value = 0;
  for (int i = 0; i < width; ++i)
    value |= uint64_t{static_cast<uint8_t>(bytes[at + static_cast<size_t>(i)])} << (8 * i);
  return value;
}

Error damagedZip(std::string what, size_t offset) {
  Error error{"cannot read the zip archive: " + std::move(what),
              "the file may be damaged or truncated; download or write it again"};
  error.where.offset = static_cast<int64_t>(offset);
  return error;
}

// Returns the bytes [at, at + size) of `archive`. Returns an empty view if they are not all inside the archive.
std::string_view part(std::string_view archive, uint64_t at, uint64_t size) {
  if (at > archive.size() || archive.size() - at < size) return {};
  return archive.substr(static_cast<size_t>(at), static_cast<size_t>(size));
}

struct Directory {
  uint64_t offset = 0, size = 0;
};

Result<Directory> findDirectory(std::string_view archive) {
  if (archive.size() < kEndSize) return damagedZip("it is too short", 0);
  // Searches the end record from the end of the archive backwards, because a comment of at most 65,535 bytes may follow
  // the record.
  const size_t last = archive.size() - kEndSize;
  const size_t first = last - std::min<size_t>(last, 65535);
  size_t at = last;
  while (number(archive, at, 4) != kEnd || number(archive, at + 20, 2) != archive.size() - at - kEndSize) {
    if (at == first) return damagedZip("it has no end of central directory record", archive.size());
    --at;
  }
  Directory directory{number(archive, at + 16, 4), number(archive, at + 12, 4)};
  if (at >= kEnd64LocatorSize && number(archive, at - kEnd64LocatorSize, 4) == kEnd64Locator) {
    const uint64_t end = number(archive, at - kEnd64LocatorSize + 8, 8);
    const std::string_view record = part(archive, end, kEnd64Size);
    if (record.empty() || number(record, 0, 4) != kEnd64) return damagedZip("the zip64 end record is missing", at);
    directory = {number(record, 48, 8), number(record, 40, 8)};
  }
  if (directory.size > 0 && part(archive, directory.offset, directory.size).empty())
    return damagedZip("the central directory is outside the file", at);
  return directory;
}

// Replaces each of `size`, `stored` and `local` (offset of the local header) that equals kInExtra by its value in the
// zip64 extra field. Returns false if that field lacks a value.
bool readZip64(std::string_view extra, uint64_t& size, uint64_t& stored, uint64_t& local) {
  uint64_t* missing[] = {&size, &stored, &local};
  while (extra.size() >= 4 && number(extra, 0, 2) != kZip64Extra)
    extra.remove_prefix(std::min<size_t>(extra.size(), 4 + number(extra, 2, 2)));
  std::string_view values = extra.size() >= 4 ? part(extra, 4, number(extra, 2, 2)) : std::string_view{};
  for (uint64_t* value : missing) {
    if (*value != kInExtra) continue;
    if (values.size() < 8) return false;
    *value = number(values, 0, 8);
    values.remove_prefix(8);
  }
  return true;
}

}  // namespace

Result<std::vector<Member>> members(std::string_view archive) {
  Result<Directory> directory = findDirectory(archive);
  if (!directory) return directory.error();
  std::vector<Member> result;
  const size_t end = static_cast<size_t>(directory->offset + directory->size);
  for (size_t at = static_cast<size_t>(directory->offset); at < end;) {
    if (end - at < kDirectoryEntrySize || number(archive, at, 4) != kDirectoryEntry)
      return damagedZip("expected a directory entry", at);
    const size_t nameSize = number(archive, at + 28, 2), extraSize = number(archive, at + 30, 2);
    const size_t entrySize = kDirectoryEntrySize + nameSize + extraSize + number(archive, at + 32, 2);
    if (end - at < entrySize) return damagedZip("a directory entry is truncated", at);

    Member member;
    member.name = archive.substr(at + kDirectoryEntrySize, nameSize);
    const std::string name = "'" + std::string(member.name) + "'";
    if (number(archive, at + 8, 2) & 1) return damagedZip(name + " is encrypted", at);
    const uint64_t method = number(archive, at + 10, 2);
    if (method != 0 && method != 8)
      return damagedZip(
          name + " uses compression method " + std::to_string(method) + ", expected 0 (stored) or 8 (DEFLATE)", at);
    member.deflated = method == 8;
    member.crc = static_cast<uint32_t>(number(archive, at + 16, 4));
    uint64_t stored = number(archive, at + 20, 4), local = number(archive, at + 42, 4);
    member.size = number(archive, at + 24, 4);
    if (!readZip64(archive.substr(at + kDirectoryEntrySize + nameSize, extraSize), member.size, stored, local))
      return damagedZip("the entry of " + name + " lacks the zip64 extra field with its 64-bit sizes", at);

    const std::string_view header = part(archive, local, kLocalHeaderSize);
    if (header.empty() || number(header, 0, 4) != kLocalHeader)
      return damagedZip("the entry of " + name + " does not point to a local header", at);
    const uint64_t begin = local + kLocalHeaderSize + number(header, 26, 2) + number(header, 28, 2);
    member.data = part(archive, begin, stored);
    if (member.data.size() != stored) return damagedZip(name + " exceeds the end of the file", at);
    if (!member.deflated && member.size != stored)
      return damagedZip("the compressed and uncompressed size of " + name + " differ, but it is stored uncompressed",
                        at);
    member.offset = static_cast<int64_t>(begin);
    result.push_back(member);
    at += entrySize;
  }
  return result;
}

Result<std::string> contents(const Member& member, int64_t maxBytes) {
  if (maxBytes < 0 || member.size > static_cast<uint64_t>(maxBytes)) {
    Error error{"'" + std::string(member.name) + "' has " + std::to_string(member.size) +
                    " bytes uncompressed, more than the size limit of the archive leaves",
                "split the archive into smaller ones"};
    error.where.offset = member.offset;
    return error;
  }
  std::string bytes;
  if (member.deflated) {
    Result<std::string> inflated =
        inflate(member.data, static_cast<int64_t>(member.size), static_cast<size_t>(member.size));
    if (!inflated) {
      inflated.error().where.offset += member.offset;
      inflated.error().message = "'" + std::string(member.name) + "': " + inflated.error().message;
      return inflated.error();
    }
    bytes = std::move(*inflated);
  } else {
    bytes = member.data;
  }
  if (bytes.size() != member.size || crc32(bytes) != member.crc)
    return damagedZip("length or checksum mismatch in '" + std::string(member.name) + "'",
                      static_cast<size_t>(member.offset));
  return bytes;
}

std::string zip(const std::vector<NewMember>& members, Deflate deflate) {
  size_t total = 0;
  for (const NewMember& m : members) total += 200 + 2 * m.name.size() + m.head.size() + m.body.size();
  std::string archive;
  archive.reserve(total);
  std::vector<Entry> entries;
  for (const NewMember& member : members) {
    const uint64_t size = member.head.size() + member.body.size();
    Entry entry{member.name, archive.size(), size, size, crc32(member.body, crc32(member.head)), false};
    std::string packed;
    if (deflate != nullptr) {
      packed = deflate(member.head + std::string(member.body));
      entry.packed = packed.size();
      entry.deflated = true;
    }
    archive += localHeader(entry);
    if (deflate == nullptr) {
      archive += member.head;
      archive += member.body;
    } else {
      archive += packed;
    }
    entries.push_back(std::move(entry));
  }
  archive += directory(entries, archive.size());
  return archive;
}

}  // namespace hlorank::npz
