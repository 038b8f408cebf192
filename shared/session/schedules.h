// Formats schedules of Halide and TVM for the page: the counterpart of report.h, view.h and structure.h for stage
// graphs (shared/stages/problem.h). An instruction number stands for a stage, in the order of StageModule (producers
// first).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/session/view.h"
#include "shared/stages/module.h"
#include "shared/stages/predictions.h"

namespace hlorank::session {

// Returns JSON of the type Inspection in wasm/answers.ts: the fields of inspectJson in report.h and
//   schedules: {kind, title, schema, noise | null, failed, programs: [name], chosen}
// `programs`: names of all problems in the file; `chosen`: index of the one that is open.
std::string inspectSchedulesJson(const std::vector<stages::Problem>& problems, size_t chosen, std::string_view file);

// Builds the table of the schedules that pass the filter of `query`, whose `text` must occur in the schedule's id and
// whose `node` is ignored. Scores are those of `predictions`, times are in seconds.
View buildView(const stages::Problem& problem, const stages::Predictions& predictions, const Query& query);

// Returns JSON of the type Configuration in wasm/answers.ts; its field `schedule` is scheduleJson of
// shared/stages/report.h.
std::string explainSchedule(const stages::Problem& problem, const stages::Predictions& predictions,
                            uint32_t configuration);

// Returns JSON of the type Details in wasm/answers.ts for the stage that `instruction` of `graph` stands for. The
// attributes are the stage's features that are not 0: first those under the schedule `configuration`, then those of the
// algorithm.
std::string stageDetailsJson(const stages::Problem& problem, const stages::StageModule& graph, uint32_t instruction,
                             uint32_t configuration);

}  // namespace hlorank::session
