// Collections are larger than memory: their programs are opened one file at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// Calls `each` with every program among `paths` (see data::load), in order; an error of its own ends the walk. Shows
// progress where someone looks. False: interrupted by Ctrl-C. `place` receives the file an error is about.
Result<bool> forEachProgram(const std::vector<std::string>& paths, const data::LoadOptions& options, std::string* place,
                            const std::function<Result<bool>(const data::MeasuredProgram&)>& each);

}  // namespace hlorank::evaluate
