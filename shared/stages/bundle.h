// Reads schedules of Halide and TVM from a zip archive. The archive has a folder of files per pipeline, or the files of
// a single folder, or the arrays of one pipeline (packed.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// Reads every folder in the archive by readFolder, and skips other files. A problem (a pipeline with its schedules)
// gets the name of its folder. If the files are in no folder, it gets the name `name`. On error, `*failed` receives the
// path of the faulty file in the archive.
Result<std::vector<Problem>> readBundle(const std::string& name, std::string_view archive,
                                        std::string* failed = nullptr);

}  // namespace hlorank::stages
