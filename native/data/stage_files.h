// Folders and files with schedules of Halide or TVM on disk.
#pragma once

#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::data {

// Whether the path is an archive of schedules: a .zip, or an .npz as in data/halide, whose first bytes are read.
bool isStageArchive(const std::string& path);

// Whether the path is a folder that itself holds schedules, a file of schedules (stages::holdsSchedules), or an archive.
bool holdsStages(const std::string& path);

// Replaces the files of folders below `paths` that hold schedules by these folders, each once. Keeps .npz and .prepared
// files, and files among `paths`. `files` is the result of native::expand(paths).
std::vector<std::string> groupStageFiles(const std::vector<std::string>& paths, const std::vector<std::string>& files);

// Loads the programs in files of one folder: `path` is the folder, or one file of it, with which compile_log.txt and
// pipeline.json beside it are read. `more`: further files of that folder. A pipeline is a family of its own. `place`
// receives the path of the faulty file.
Result<MeasuredPrograms> loadStages(const std::string& path, const std::vector<std::string>& more,
                                    const LoadOptions& options, std::string* place);

}  // namespace hlorank::data
