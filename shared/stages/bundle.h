// A zip archive of files of schedules, as the page passes them: a folder per pipeline, or the files of one folder; or
// the arrays of one pipeline (shared/stages/packed.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// Reads the files of every folder in the archive (readFolder); files that it does not read are skipped. A problem is
// named after its folder, files without one after `name`. On error, `failed` receives the path of the file it is about.
Result<std::vector<Problem>> readBundle(const std::string& name, std::string_view archive,
                                        std::string* failed = nullptr);

}  // namespace hlorank::stages
