// Finds and loads files with schedules of Halide pipelines or TVM workloads. Such a program is a graph of stages (loop
// nests), and a configuration is a schedule: how each stage is tiled, fused, vectorised and parallelised.
#pragma once

#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::data {

// Returns whether a file with this name contains schedules (stages::holdsSchedules). Such a file is read together with
// other files of its folder.
bool isScheduleFile(const std::string& path);

// Returns whether the path is a folder that directly contains files of schedules (of Halide or TVM), a file of
// schedules (stages::holdsSchedules), or an archive of schedules.
bool holdsStages(const std::string& path);

// Replaces all files of a folder with schedules by the path of the folder, so that they are loaded together. `paths`:
// files and folders as the user gave them. `files`: all files in `paths` (native::expand). Keeps .npz and .prepared
// files, and files listed in `paths`.
std::vector<std::string> groupStageFiles(const std::vector<std::string>& paths, const std::vector<std::string>& files);

// Loads the programs with schedules in `path`, a folder, an archive or a file. For a file, `more` names other files of
// its folder to read; compile_log.txt and pipeline.json in that folder are read too. Every program has a different
// MeasuredProgram::family. On error, `place` receives the path of the faulty file.
Result<MeasuredPrograms> loadStages(const std::string& path, const std::vector<std::string>& more,
                                    const LoadOptions& options, std::string* place);

}  // namespace hlorank::data
