#include "shared/stages/bundle.h"

#include <algorithm>
#include <map>

#include "shared/npz/zip.h"
#include "shared/stages/packed.h"
#include "shared/stages/read.h"

namespace hlorank::stages {
namespace {

// Returns the last part of a path, after the last slash. Returns the whole path if it has no slash.
std::string nameOf(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// The files of a folder that readFolder reads.
struct Folder {
  std::vector<File> files;
  std::vector<std::string> paths;  // [files] paths in the archive
  bool hasSchedules = false;
};

// Folders of pipelines by path, which ends with a slash; "" for files that are in no folder.
using Folders = std::map<std::string, Folder>;

// Reads the files in the folders of an archive. On error, `at` receives the path of the faulty file.
Result<Folders> readFolders(std::string_view archive, std::string& at) {
  Folders folders;
  if (looksPacked(archive)) {
    auto files = unpack(archive);
    if (!files) return files.error();
    std::vector<std::string> paths;
    for (const File& file : *files) paths.push_back(file.name);
    folders[""] = {std::move(*files), std::move(paths), /*hasSchedules=*/true};
    return folders;
  }
  const auto members = npz::members(archive);
  if (!members) return members.error();
  int64_t left = kMaxBytes;
  for (const npz::Member& member : *members) {
    const std::string path(member.name);
    const std::string file = nameOf(path);
    if (!isStageFile(file)) continue;
    at = path;
    auto bytes = npz::contents(member, left);
    if (!bytes) return bytes.error();
    left -= static_cast<int64_t>(bytes->size());
    const std::string own = path.substr(0, path.size() - std::min(path.size(), file.size() + 1));
    std::string pipeline(pipelineFolder(own));
    if (!pipeline.empty()) pipeline += '/';
    Folder& folder = folders[pipeline];
    folder.hasSchedules = folder.hasSchedules || holdsSchedules(file);
    folder.files.push_back({file, std::move(*bytes), std::string(argumentsOf(own))});
    folder.paths.push_back(path);
  }
  return folders;
}

}  // namespace

Result<std::vector<Problem>> readBundle(const std::string& name, std::string_view archive, std::string* failed) {
  std::string unused;
  std::string& at = failed ? *failed : unused;
  at.clear();
  auto folders = readFolders(archive, at);
  if (!folders) return folders.error();
  std::vector<Problem> problems;
  for (auto& [path, folder] : *folders) {
    if (!folder.hasSchedules) continue;
    size_t faulty = 0;
    auto read =
        readFolder(path.empty() ? name : nameOf(path.substr(0, path.size() - 1)), std::move(folder.files), &faulty);
    if (!read) {
      at = faulty < folder.paths.size() ? folder.paths[faulty] : path;
      return read.error();
    }
    for (Problem& problem : *read) problems.push_back(std::move(problem));
  }
  at.clear();
  if (problems.empty())
    return Error{"found no schedules", "give .sample files and compile_log.txt of Halide, or tuning records of TVM"};
  return problems;
}

}  // namespace hlorank::stages
