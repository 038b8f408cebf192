// What Kaggle's contest about TpuGraphs takes: for every test program the rows of its file, best first.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

inline constexpr const char* kSubmissionHeader = "ID,TopConfigs";

// "layout:xla:random:NAME", "tile:xla:NAME". Error: the program is of no collection.
Result<std::string> submissionId(const data::MeasuredProgram& program);

// Rows of the source by the scores [configurations in memory, all] of what they hold: of layouts every row, rows with
// the same configuration one after the other; of tiles the five best, different ones before repeats. Ties go to the
// first row. O(n log n).
std::vector<uint64_t> submittedRows(const data::MeasuredProgram& program, std::span<const float> scores);

}  // namespace hlorank::evaluate
