// Iteration over data sets larger than memory: opens one file at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// Calls `each` for every program in `paths` (see data::load), in order. Stops when `each` returns false or an error.
// Shows progress on a terminal. Returns false after Ctrl-C. `place` receives the file that an error is about.
Result<bool> forEachProgram(const std::vector<std::string>& paths, const data::LoadOptions& options, std::string* place,
                            const std::function<Result<bool>(const data::MeasuredProgram&)>& each);

}  // namespace hlorank::evaluate
