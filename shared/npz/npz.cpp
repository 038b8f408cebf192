#include "shared/npz/npz.h"

#include <utility>

#include "shared/npz/zip.h"

namespace hlorank::npz {

namespace {

constexpr std::string_view kSuffix = ".npy";

bool hasSuffix(std::string_view name) {
  return name.size() >= kSuffix.size() && name.substr(name.size() - kSuffix.size()) == kSuffix;
}

}  // namespace

const Array* Archive::find(std::string_view name) const {
  for (const Array& array : arrays)
    if (array.name == name) return &array;
  return nullptr;
}

Result<const Array*> Archive::get(std::string_view name) const {
  if (const Array* array = find(name)) return array;
  std::string names;
  for (const Array& array : arrays) names += (names.empty() ? "" : ", ") + array.name;
  return Error{"the archive has no array '" + std::string(name) + "'",
               arrays.empty() ? "the archive is empty" : "its arrays: " + names};
}

bool looksLikeNpz(std::string_view bytes) {
  const std::string_view start = bytes.substr(0, 4);
  return start == std::string_view("PK\x03\x04", 4) || start == std::string_view("PK\x05\x06", 4);
}

Result<Archive> read(std::string_view bytes, int64_t maxBytes) {
  Result<std::vector<Member>> files = members(bytes);
  if (!files) return files.error();
  Archive archive;
  for (const Member& file : *files) {
    if (!hasSuffix(file.name)) continue;
    Result<std::string> content = contents(file, maxBytes);
    if (!content) return content.error();
    maxBytes -= static_cast<int64_t>(content->size());
    Result<Array> array =
        readNpy(std::string(file.name.substr(0, file.name.size() - kSuffix.size())), std::move(*content));
    if (!array) {
      if (array.error().where.offset >= 0 && !file.deflated) array.error().where.offset += file.offset;
      if (file.deflated) array.error().where.offset = file.offset;
      return array.error();
    }
    archive.arrays.push_back(std::move(*array));
  }
  return archive;
}

std::string write(const Archive& archive, Deflate deflate) {
  std::vector<NewMember> files;
  for (const Array& array : archive.arrays)
    files.push_back({array.name + std::string(kSuffix), npyHeader(array), array.bytes});
  return zip(files, deflate);
}

}  // namespace hlorank::npz
