// Folders and files with schedules of Halide or TVM on disk.
#pragma once

#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::data {

// Whether the path is a folder that itself holds schedules, or a file of schedules (stages::holdsSchedules).
bool holdsStages(const std::string& path);

// Replaces files of schedules that lie in folders among `paths` (in any depth) by their folders, each once, and keeps
// all others of `files`, the result of native::expand(paths).
std::vector<std::string> groupStageFiles(const std::vector<std::string>& paths, const std::vector<std::string>& files);

// Loads the programs in files of one folder: `path` is the folder, or one file of it, with which compile_log.txt and
// pipeline.json beside it are read. `more`: further files of that folder. A pipeline is a family of its own. `place`
// receives the path of the faulty file.
Result<MeasuredPrograms> loadStages(const std::string& path, const std::vector<std::string>& more,
                                    const LoadOptions& options, std::string* place);

}  // namespace hlorank::data
