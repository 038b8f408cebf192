// Writes lines of a submission file for the TpuGraphs Kaggle contest. A line belongs to one test program and lists the
// indices of the rows of its npz file, predicted fastest first.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::research {

inline constexpr const char* kSubmissionHeader = "ID,TopConfigs";  // first line of the file

// Returns the ID of a program in the submission file: "layout:xla:random:NAME" or "tile:xla:NAME". Error: the program
// belongs to no TpuGraphs collection.
Result<std::string> submissionId(const data::MeasuredProgram& program);

// Returns row indices of the program's npz file, sorted by the scores of their configurations (`scores`
// [configurations], lower is faster), then by index. Layouts: every row. Tile sizes: the best five rows, no two of the
// same configuration unless there are too few. Requires that all configurations were loaded. O(n log n).
std::vector<uint64_t> submittedRows(const data::MeasuredProgram& program, std::span<const float> scores);

}  // namespace hlorank::research
