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

// Sorts the row indices of the program's npz by `scores` [configurations] (lower is faster), which requires all
// configurations in memory; ties by row index. Layouts: every row, duplicates adjacent. Tile sizes: only the best five
// rows, rows of distinct configurations before duplicates. O(n log n).
std::vector<uint64_t> submittedRows(const data::MeasuredProgram& program, std::span<const float> scores);

}  // namespace hlorank::research
