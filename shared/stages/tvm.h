// Reads tuning records of TVM (a schedule of a workload and its measured times), one JSON value per line: MetaSchedule
// (database_tuning_record.json), Ansor ({"i": ..., "r": ...}) and AutoTVM ({"input": ..., "config": ..., "result":
// ...}).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"
#include "shared/stages/tvm_stores.h"

namespace hlorank::stages {

// Reads the records of a file; all of its lines must have the same kind, which is detected. Returns one problem per
// workload, sorted by name, which is `name`, a slash and the first digits of the workload's hash. Records whose
// measurement failed are left out and counted in Problem::failed. The stages of a workload are those that its steps
// mention:
//   MetaSchedule  blocks. Edges: between a block and the block at whose loop it is computed, and from each block to the
//                 next
//                 With `stores`, the features of each record of the file: the buffers that the scheduled program
//                 writes, with an edge from each to the next
//   Ansor         stages, without the cache and reduction stages that the schedule inserts: these count as part of the
//                 stage that they were made for. Edges: between a stage and the one it is computed at or fused like
//   AutoTVM       one stage per knob, and one for the operator, with an edge from each knob
// Errors, with their line: not JSON, not a tuning record, no record with a successful measurement, `stores` of another
// number of records or of records of another kind.
Result<std::vector<Problem>> readTvmRecords(std::string_view text, const std::string& name,
                                            const StoreFeatures* stores = nullptr);

}  // namespace hlorank::stages
