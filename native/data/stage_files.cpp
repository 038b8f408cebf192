#include "native/data/stage_files.h"

#include <algorithm>
#include <filesystem>

#include "native/base/files.h"
#include "shared/base/fnv.h"
#include "shared/stages/read.h"

namespace hlorank::data {
namespace {

namespace fs = std::filesystem;

std::string nameOf(const fs::path& path) {
  return path.filename().string();
}

// Name of a folder; a path such as "." or "runs/" has none of its own.
std::string folderName(const fs::path& folder) {
  std::error_code failed;
  const fs::path whole = fs::weakly_canonical(folder, failed);
  return nameOf(failed ? folder.lexically_normal() : whole);
}

// Regular files of a folder, sorted by path; empty if it cannot be read.
std::vector<fs::path> filesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (entry.is_regular_file(failed)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

bool holdsStages(const std::string& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return stages::holdsSchedules(nameOf(path));
  const auto files = filesIn(path);
  return std::any_of(files.begin(), files.end(),
                     [](const fs::path& file) { return stages::holdsSchedules(nameOf(file)); });
}

std::vector<std::string> groupStageFiles(const std::vector<std::string>& paths, const std::vector<std::string>& files) {
  std::vector<std::string> grouped;
  for (const std::string& file : files) {
    const bool named = std::find(paths.begin(), paths.end(), file) != paths.end();
    if (named || !stages::holdsSchedules(nameOf(file))) {
      grouped.push_back(file);
      continue;
    }
    const std::string folder = fs::path(file).parent_path().string();
    if (std::find(grouped.rbegin(), grouped.rend(), folder) == grouped.rend()) grouped.push_back(folder);
  }
  return grouped;
}

Result<MeasuredPrograms> loadStages(const std::string& path, const std::vector<std::string>& more,
                                    const LoadOptions& options, std::string* place) {
  std::error_code ignored;
  const bool whole = fs::is_directory(path, ignored);
  const fs::path folder = whole ? fs::path(path) : fs::path(path).parent_path();
  std::vector<fs::path> wanted;
  for (const fs::path& file : filesIn(folder.empty() ? "." : folder)) {
    const bool named = file.filename() == fs::path(path).filename() ||
                       std::any_of(more.begin(), more.end(), [&](const std::string& other) {
                         return fs::path(other).filename() == file.filename();
                       });
    if (!stages::isStageFile(nameOf(file))) continue;
    if (whole || named || !stages::holdsSchedules(nameOf(file))) wanted.push_back(file);
  }
  *place = path;
  Fnv hash;
  std::vector<stages::File> files;
  for (const fs::path& file : wanted) {
    auto bytes = native::readFile(file.string());
    if (!bytes) {
      *place = file.string();
      return bytes.error();
    }
    hash.bytes(*bytes);
    files.push_back({nameOf(file), std::move(*bytes)});
  }
  size_t failed = 0;
  auto problems = stages::readFolder(folderName(folder.empty() ? "." : folder), std::move(files), &failed);
  if (!problems) {
    if (failed < wanted.size()) *place = wanted[failed].string();
    return problems.error();
  }
  MeasuredPrograms programs;
  for (stages::Problem& problem : *problems) {
    auto program = std::make_unique<MeasuredProgram>();
    program->name = program->family = problem.name;
    program->path = path;
    program->hash = hash.value();
    program->stages = std::move(problem);
    if (!options.hidden && program->measured().empty())
      return Error{"no schedule has a run time", "give .sample files, which have one; a .featurization has none"};
    programs.push_back(std::move(program));
  }
  return programs;
}

}  // namespace hlorank::data
