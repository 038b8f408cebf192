// Iterates over the programs of data sets larger than memory: opens one file at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// Loads every program in `paths` (files and folders, see data::load) and calls `each` with it, in order. Shows progress
// on a terminal. Returns false after Ctrl-C, or after `each` returned false. Error: that of `each`, or a file cannot be
// loaded; `place` receives the path of the faulty file.
Result<bool> forEachProgram(const std::vector<std::string>& paths, const data::LoadOptions& options, std::string* place,
                            const std::function<Result<bool>(const data::MeasuredProgram&)>& each);

}  // namespace hlorank::evaluate
