// Schedules of one Halide pipeline in an .npz archive, as data/halide has them: smaller than a folder of samples, with
// the same content. scripts/halide_samples/pack.py lists the arrays and writes them.
#pragma once

#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/read.h"

namespace hlorank::stages {

// Whether a file is an .npz archive with the schedules of one Halide pipeline. `head` has its first bytes, at least 64.
bool looksPacked(std::string_view head);

// Converts an .npz archive with the schedules of one Halide pipeline to the files of a folder of samples: NNNN.sample,
// compile_log.txt and pipeline.json. Errors: a damaged archive, or an array that is missing or has the wrong shape.
Result<std::vector<File>> unpack(std::string_view archive);

}  // namespace hlorank::stages
