// Reads the schedules of one Halide pipeline from an .npz archive, as in data/halide. The archive has the same content
// as a folder of samples, but is smaller. scripts/halide_samples/pack.py lists its arrays and writes them.
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
