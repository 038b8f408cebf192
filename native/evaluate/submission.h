// Submission file of the TpuGraphs Kaggle contest: for each test program the row indices of its file, fastest first.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

inline constexpr const char* kSubmissionHeader = "ID,TopConfigs";

// "layout:xla:random:NAME" or "tile:xla:NAME". Error: the program belongs to no collection.
Result<std::string> submissionId(const data::MeasuredProgram& program);

// Row indices of the source file, sorted by `scores` [configurations, all of them in memory]; ties by row index.
// Layouts: every row, duplicates adjacent. Tiles: the best five rows, duplicates last. O(n log n).
std::vector<uint64_t> submittedRows(const data::MeasuredProgram& program, std::span<const float> scores);

}  // namespace hlorank::evaluate
