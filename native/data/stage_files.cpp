#include "native/data/stage_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "native/base/files.h"
#include "native/store/format.h"
#include "shared/base/fnv.h"
#include "shared/stages/bundle.h"
#include "shared/stages/packed.h"
#include "shared/stages/read.h"

namespace hlorank::data {
namespace {

namespace fs = std::filesystem;

std::string nameOf(const fs::path& path) {
  return path.filename().string();
}

// Returns the name of a folder. A path such as "." or "runs/" is made absolute first.
std::string folderName(const fs::path& folder) {
  std::error_code failed;
  const fs::path whole = fs::weakly_canonical(folder, failed);
  return nameOf(failed ? folder.lexically_normal() : whole);
}

fs::path withoutSlash(const fs::path& folder) {
  return folder.has_filename() ? folder : folder.parent_path();
}

// Returns the regular files in a folder, sorted by path; none if the folder cannot be read.
std::vector<fs::path> filesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (entry.is_regular_file(failed)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// Returns the folder of the pipeline if `folder` is a batch of Halide's autotuning loop, "samples/batch_1_0"; otherwise
// the folder itself.
std::string pipelineOfBatch(const std::string& folder) {
  const std::string schedule = folder + "/0";
  const std::string pipeline(stages::pipelineFolder(schedule));
  return pipeline == schedule ? folder : pipeline;
}

// Returns the files of the pipeline whose folder is `folder`, sorted by path: those in it and, of Halide's autotuning
// loop, those in the folders of its schedules.
std::vector<fs::path> filesOfPipeline(const fs::path& folder) {
  std::vector<fs::path> files = filesIn(folder);
  std::error_code failed;
  for (const auto& batch : fs::directory_iterator(folder, failed)) {
    if (!batch.is_directory(failed) || pipelineOfBatch(batch.path().string()) != folder.string()) continue;
    for (const auto& schedule : fs::directory_iterator(batch.path(), failed)) {
      if (stages::pipelineFolder(schedule.path().string()) != folder.string()) continue;
      const auto more = filesIn(schedule.path());
      files.insert(files.end(), more.begin(), more.end());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Returns the first bytes of a regular file; of anything else nothing, because a pipe can be read only once.
std::string headOf(const fs::path& file) {
  std::error_code failed;
  if (!fs::is_regular_file(file, failed)) return {};
  char head[64] = {};
  std::ifstream stream(file, std::ios::binary);
  stream.read(head, sizeof head);
  return {head, size_t(stream.gcount())};
}

// Whether a file begins like a tuning record of Ansor, AutoTVM or MetaSchedule ([0,[[[[ and then a name).
bool isRecords(const fs::path& file) {
  std::string head = headOf(file);
  std::erase(head, ' ');
  const size_t number = head.starts_with('[') ? head.find_first_not_of("0123456789", 1) : std::string::npos;
  return head.starts_with("{\"i\":") || head.starts_with("{\"input\":") ||
         (number != std::string::npos && number > 1 && head.substr(number, 6) == ",[[[[\"");
}

// Returns whether a file found in a folder contains schedules (of Halide or TVM). For a .log, .jsonl or .json, reads
// the first bytes, because other programs write files with these endings too.
bool looksLikeSchedules(const fs::path& file) {
  const std::string name = nameOf(file);
  if (name.ends_with(".log") || name.ends_with(".jsonl")) return isRecords(file);
  return stages::holdsSchedules(name) || (name.ends_with(".json") && isRecords(file));
}

// Programs with schedules (of Halide or TVM) read from disk, and a hash of all bytes read.
struct Read {
  std::vector<stages::Problem> problems;
  uint64_t hash;
};

// Reads the schedules in a folder. If `path` is a file, reads only those files of its folder that belong to `path` and
// `more` (see loadStages).
Result<Read> readFiles(const std::string& path, const std::vector<std::string>& more, std::string* place) {
  std::error_code ignored;
  const bool whole = fs::is_directory(path, ignored);
  const fs::path folder = whole ? fs::path(path) : fs::path(path).parent_path();
  std::vector<fs::path> wanted;
  for (const fs::path& file : whole ? filesOfPipeline(withoutSlash(folder)) : filesIn(folder.empty() ? "." : folder)) {
    const bool named = file.filename() == fs::path(path).filename() ||
                       std::any_of(more.begin(), more.end(), [&](const std::string& other) {
                         return fs::path(other).filename() == file.filename();
                       });
    const bool isOther = !stages::isStageFile(nameOf(file));
    if (isOther && !(named ? isRecords(file) : whole && looksLikeSchedules(file))) continue;
    if (whole || named || !stages::holdsSchedules(nameOf(file))) wanted.push_back(file);
  }
  Fnv hash;
  std::vector<stages::File> files;
  for (const fs::path& file : wanted) {
    auto bytes = native::readFile(file.string());
    if (!bytes) {
      *place = file.string();
      return bytes.error();
    }
    hash.bytes(*bytes);
    // Records are known by their first bytes, but to `readFolder` by their name.
    const bool isKnown = stages::isStageFile(nameOf(file));
    files.push_back({nameOf(file) + (isKnown ? "" : ".jsonl"), std::move(*bytes),
                     whole ? std::string(stages::argumentsOf(file.parent_path().string())) : ""});
  }
  size_t failed = 0;
  auto problems = stages::readFolder(folderName(folder.empty() ? "." : folder), std::move(files), &failed);
  if (problems) return Read{std::move(*problems), hash.value()};
  if (failed < wanted.size()) *place = wanted[failed].string();
  return problems.error();
}

Result<Read> readArchive(const std::string& path, std::string* place) {
  const auto bytes = native::readFile(path);
  if (!bytes) return bytes.error();
  std::string failed;
  auto problems = stages::readBundle(fs::path(path).stem().string(), *bytes, &failed);
  Fnv hash;
  hash.bytes(*bytes);
  if (problems) return Read{std::move(*problems), hash.value()};
  if (!failed.empty()) *place = path + ": " + failed;
  return problems.error();
}

// Returns whether the path is an archive of schedules (of Halide or TVM): a .zip, or an .npz like those in data/halide.
// The first bytes of the file decide.
bool isStageArchive(const std::string& path) {
  if (path.ends_with(".zip")) return true;
  if (!path.ends_with(".npz")) return false;
  return stages::looksPacked(headOf(path));
}

}  // namespace

bool isScheduleFile(const std::string& path) {
  std::error_code failed;
  return !fs::is_directory(path, failed) && (stages::isStageFile(nameOf(path)) || isRecords(path));
}

bool holdsStages(const std::string& path) {
  std::error_code failed;
  if (!fs::is_directory(path, failed)) return isScheduleFile(path) || isStageArchive(path);
  const auto files = filesOfPipeline(withoutSlash(path));
  return std::any_of(files.begin(), files.end(), looksLikeSchedules);
}

std::vector<std::string> groupStageFiles(const std::vector<std::string>& paths, const std::vector<std::string>& files) {
  const auto isNamed = [&](const std::string& file) {
    return std::find(paths.begin(), paths.end(), file) != paths.end();
  };
  std::set<std::string> folders;  // of pipelines
  for (const std::string& file : files)
    if (!isNamed(file) && looksLikeSchedules(file))
      folders.insert(std::string(stages::pipelineFolder(fs::path(file).parent_path().string())));
  // Returns the folder of the pipeline to which the files of a folder belong: the folder itself, or one around it, but
  // not around a path that was given.
  const auto pipelineOf = [&](const std::string& folder) {
    if (isNamed(folder) || isNamed(folder + "/")) return folder;
    const std::string ofBatch = pipelineOfBatch(folder);
    return folders.contains(ofBatch) ? ofBatch : std::string(stages::pipelineFolder(folder));
  };
  std::vector<std::string> grouped;
  for (const std::string& file : files) {
    const std::string folder = pipelineOf(fs::path(file).parent_path().string());
    const bool isOther = (file.ends_with(".npz") && !stages::isStageFile(nameOf(file))) || isPrepared(file);
    if (isNamed(file) || !folders.contains(folder) || isOther)
      grouped.push_back(file);
    else if (std::find(grouped.rbegin(), grouped.rend(), folder) == grouped.rend())
      grouped.push_back(folder);
  }
  return grouped;
}

Result<MeasuredPrograms> loadStages(const std::string& path, const std::vector<std::string>& more,
                                    const LoadOptions& options, std::string* place) {
  *place = path;
  auto read = isStageArchive(path) ? readArchive(path, place) : readFiles(path, more, place);
  if (!read) return read.error();
  MeasuredPrograms programs;
  for (stages::Problem& problem : read->problems) {
    auto program = std::make_unique<MeasuredProgram>();
    program->name = program->family = problem.name;
    program->path = path;
    program->hash = read->hash;
    program->stages = std::move(problem);
    if (!options.acceptUnmeasured && program->measured().empty())
      return Error{"no schedule has a run time", "give .sample files, which have one; a .featurization has none"};
    programs.push_back(std::move(program));
  }
  return programs;
}

}  // namespace hlorank::data
