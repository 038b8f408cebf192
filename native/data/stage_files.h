// Finds and loads files with schedules of Halide pipelines or TVM workloads. Such a program is a graph of stages (loop
// nests), and a configuration is a schedule: how each stage is tiled, fused, vectorised and parallelised.
#pragma once

#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::data {

// Whether the path is a file of schedules by its name (stages::holdsSchedules), which is read together with others of
// its folder.
bool isScheduleFile(const std::string& path);

// Returns whether the path is a folder that directly contains files of schedules, a file of schedules
// (stages::holdsSchedules), or an archive of them.
bool holdsStages(const std::string& path);

// Groups `files`, to which native::expand expands the files and folders `paths`, by program: replaces all files of a
// folder that holds schedules by the path of the folder. Keeps .npz and .prepared files, and files listed in `paths`.
// Leaves out README.md and manifest.json beside such folders or archives. Returns the resulting paths.
std::vector<std::string> groupStageFiles(const std::vector<std::string>& paths, const std::vector<std::string>& files);

// Loads the programs with schedules in `path`: a folder; or a file, to which `more` adds other files of its folder, and
// with which compile_log.txt and pipeline.json in its folder are read. Each program is a family of its own
// (MeasuredProgram::family). On error, `place` receives the path of the faulty file.
Result<MeasuredPrograms> loadStages(const std::string& path, const std::vector<std::string>& more,
                                    const LoadOptions& options, std::string* place);

}  // namespace hlorank::data
