#include "native/store/names.h"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "native/base/files.h"
#include "native/store/format.h"
#include "native/store/mapped_file.h"

namespace hlorank::store {
namespace {

namespace fs = std::filesystem;

// Endings of the HLO file next to an npz, in the order in which findProgramFile looks for them.
constexpr const char* kProgramEndings[] = {".hlo.txt.gz", ".hlo.txt", ".hlo.gz", ".hlo", ".pb.gz", ".pb"};

constexpr const char* kCollections[] = {"layout:xla:default", "layout:xla:random", "layout:nlp:default",
                                        "layout:nlp:random", "tile:xla"};

// Reads folder/families.json. Returns {} if the file does not exist or is not a JSON object.
nlohmann::json readFamilies(const fs::path& folder) {
  const fs::path path = folder / "families.json";
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return nlohmann::json::object();
  const auto bytes = native::readFile(path.string());
  nlohmann::json families =
      bytes ? nlohmann::json::parse(*bytes, nullptr, /*allow_exceptions=*/false) : nlohmann::json();
  return families.is_object() ? families : nlohmann::json::object();
}

}  // namespace

bool isCollection(const std::string& name) {
  return std::find(std::begin(kCollections), std::end(kCollections), name) != std::end(kCollections);
}

Place placeOf(const std::string& path) {
  std::vector<std::string> folders;
  std::error_code error;
  const fs::path whole = fs::absolute(path, error).lexically_normal();
  for (const fs::path& part : whole.parent_path()) folders.push_back(part.string());
  Place place;
  const auto split = folders.empty() ? std::nullopt : native::splitNamed(folders.back());
  if (split && *split != Split::kNone) folders.pop_back();
  for (const size_t parts : {3, 2}) {
    if (folders.size() < parts) continue;
    std::string name;
    for (size_t i = folders.size() - parts; i < folders.size(); ++i) name += (name.empty() ? "" : ":") + folders[i];
    if (isCollection(name)) return {name, split.value_or(Split::kNone)};
  }
  return {};
}

std::string stemOf(const std::string& path) {
  std::string name = fs::path(path).filename().string();
  for (const std::string_view ending : {".gz", ".npz", ".pb", ".prepared"})
    if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
  return name;
}

std::string Families::of(const std::string& name, const std::string& folder) {
  const auto cached = byFolder_.find(folder);
  const nlohmann::json& families =
      cached != byFolder_.end() ? cached->second : byFolder_[folder] = readFamilies(folder);
  const auto found = families.find(name);
  if (found != families.end() && found->is_string()) return found->get<std::string>();
  return name.substr(0, name.find('_'));
}

std::string findProgramFile(const std::string& npzPath) {
  if (fs::path(npzPath).extension() != ".npz") return {};
  std::error_code ignored;
  for (const char* ending : kProgramEndings) {
    const fs::path candidate = fs::path(npzPath).replace_extension(ending);
    if (fs::is_regular_file(candidate, ignored)) return candidate.string();
  }
  return {};
}

std::string findConfigurationsFile(const std::string& programPath) {
  for (const std::string_view ending : kProgramEndings) {
    if (!programPath.ends_with(ending)) continue;
    std::error_code ignored;
    std::string npz = programPath.substr(0, programPath.size() - ending.size()) + ".npz";
    return fs::is_regular_file(npz, ignored) ? npz : "";
  }
  return {};
}

void identify(const std::string& source, About& about) {
  about.source = fs::path(source).filename().string();
  about.sourceSize = 0;
  about.sourceTime = 0;
  for (const std::string& path : {source, findProgramFile(source)}) {
    struct stat status;
    if (path.empty() || stat(path.c_str(), &status) != 0) continue;
    about.sourceSize += static_cast<uint64_t>(status.st_size);
    about.sourceTime =
        std::max(about.sourceTime, int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec);
  }
}

Result<uint32_t> computeSourceCrc(const std::string& source) {
  constexpr size_t kPiece = 16 << 20;
  uint32_t crc = 0;
  for (const std::string& path : {source, findProgramFile(source)}) {
    if (path.empty()) continue;
    const auto file = MappedFile::open(path);
    if (!file) return file.error();
    const std::span<const uint8_t> bytes = (*file)->bytes();
    for (size_t at = 0; at < bytes.size(); at += kPiece) {
      const size_t size = std::min(kPiece, bytes.size() - at);
      crc = crcOf(bytes.data() + at, size, crc);
      (*file)->forget(at, at + size);
    }
  }
  return crc;
}

}  // namespace hlorank::store
