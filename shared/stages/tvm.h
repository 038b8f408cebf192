// Tuning records of TVM, one JSON value per line: MetaSchedule (database_tuning_record.json), Ansor ({"i": ..., "r":
// ...}) and AutoTVM ({"input": ..., "config": ..., "result": ...}).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// Reads the records of a file; the kind is detected per line, and one file has one kind. Returns a problem per
// workload, sorted by name: its name is `name`, a slash and the start of the workload's hash. Records whose measurement
// failed are left out and counted in Problem::failed. The stages of a workload are those that its steps mention:
//   MetaSchedule  blocks; an edge where one is computed at a loop of another, and from each block to the next
//   Ansor         stages, by their numbers before cache and reduction stages are inserted, which count to the stage
//   that
//                 they were made for; an edge where one is computed at or fused like another
//   AutoTVM       one stage per knob, and one for the operator that reads them all
// Errors, with their line: not JSON, another shape, no record that was measured.
Result<std::vector<Problem>> readTvmRecords(std::string_view text, const std::string& name);

}  // namespace hlorank::stages
