// Iterates over the programs of data sets that may be larger than memory: opens one file at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// Loads the programs in `paths` (files and folders, see data::load) one after another and calls `each` with every
// program. Shows progress on a terminal. Returns true after the last program, false after Ctrl-C or when `each`
// returned false. Error: `each` failed, or a file cannot be loaded; `place` receives the path of that file. With
// `unreadable`, a file among several that cannot be loaded is no error: prints why, adds 1 to *unreadable and
// continues.
Result<bool> forEachProgram(const std::vector<std::string>& paths, const data::LoadOptions& options, std::string* place,
                            const std::function<Result<bool>(const data::MeasuredProgram&)>& each,
                            size_t* unreadable = nullptr);

}  // namespace hlorank::evaluate
