// Schedules of Halide and TVM on the page: the counterpart of open.h, view.h and structure.h for stage graphs. Stages
// take the place of instructions, in the order of StageModule (producers first).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/session/view.h"
#include "shared/stages/module.h"
#include "shared/stages/predictions.h"

namespace hlorank::session {

// Returns an Inspection of answers.ts as JSON: inspectJson of report.h, with the field
//   schedules: {kind, title, schema, noise | null, failed, programs: [name], chosen}
// `programs`: all problems in the file, of which `chosen` is open.
std::string inspectSchedulesJson(const std::vector<stages::Problem>& problems, size_t chosen, std::string_view file);

// Builds the table of the schedules that pass the filter of `query`, whose `text` must occur in the schedule's id and
// whose `node` is ignored. Scores are those of `predictions`, times are in seconds.
View buildView(const stages::Problem& problem, const stages::Predictions& predictions, const Query& query);

// Returns a Configuration of answers.ts as JSON: scheduleJson of shared/stages/report.h in the field `schedule`.
std::string explainSchedule(const stages::Problem& problem, const stages::Predictions& predictions,
                            uint32_t configuration);

// Returns Details of answers.ts as JSON for the stage that `instruction` of `graph` stands for. The attributes are the
// stage's features that are not 0: first those under the schedule `configuration`, then those of the algorithm.
std::string stageDetailsJson(const stages::Problem& problem, const stages::StageModule& graph, uint32_t instruction,
                             uint32_t configuration);

}  // namespace hlorank::session
