// Lines of a submission file of the TpuGraphs Kaggle contest: for each test program, the indices of the rows of its
// npz, predicted fastest first.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::research {

inline constexpr const char* kSubmissionHeader = "ID,TopConfigs";  // first line of the file

// Returns the program's ID in the submission: "layout:xla:random:NAME" or "tile:xla:NAME". Error: it belongs to no
// collection.
Result<std::string> submissionId(const data::MeasuredProgram& program);

// Returns the row indices of the program's npz, sorted by `scores` [configurations] (lower is faster), then by index.
// Layouts: every row, rows of equal configurations adjacent. Tile sizes: the best five rows, no two of the same
// configuration unless there are too few. Requires that all configurations were loaded. O(n log n).
std::vector<uint64_t> submittedRows(const data::MeasuredProgram& program, std::span<const float> scores);

}  // namespace hlorank::research
