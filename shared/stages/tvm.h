// Reads tuning records of TVM. A record is a schedule of a workload and its measured times, as one JSON value per line.
// The tools and the forms of their lines are MetaSchedule (database_tuning_record.json), Ansor ({"i": ..., "r": ...})
// and AutoTVM ({"input": ..., "config": ..., "result": ...}).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"
#include "shared/stages/tvm_stores.h"
#include "shared/stages/tvm_workload.h"

namespace hlorank::stages {

// Reads the tuning records of a file. All its lines must be of the same tool, which is detected. Returns one problem
// per workload, in the order of their keys in the file. The name of a problem is `name`, a slash and the first digits
// of a hash: of the workload's hash in `workloads` (those of the same database), or of its key in the records. Records
// whose measurement failed are left out and counted in Problem::failed. The stages of a workload are those that the
// steps of its schedules mention:
//   MetaSchedule  The stages are blocks. Edges connect a block with the block at whose loop it is computed, and each
//   block with the next. If `stores` is given, it has the features of each record of the file. The stages are then the
//   buffers that the scheduled program writes, with an edge from each to the next. Their names in Problem::named are
//   those of the blocks in `workloads`, or "buffer 0" and so on if these are not certain for every record.
//   Ansor         The stages are those of the program. Cache and reduction stages that the schedule inserts count as
//   part of the stage for which they were made. Edges connect a stage with the one at which it is computed or like
//   which it is fused.
//   AutoTVM       There is one stage per knob, and one for the operator, with an edge from each knob.
// Errors, with their line: not JSON, not a tuning record, no record with a successful measurement, or `stores` has
// another number of records or is for records of another tool.
Result<std::vector<Problem>> readTvmRecords(std::string_view text, const std::string& name,
                                            const StoreFeatures* stores = nullptr,
                                            const std::vector<Workload>& workloads = {});

}  // namespace hlorank::stages
