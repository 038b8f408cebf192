// Formats schedules of Halide and TVM programs for the web page, as report.h, view.h and structure.h do for layouts of
// HLO programs. Each stage of a pipeline appears as an instruction of a StageModule, producers first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/session/view.h"
#include "shared/stages/module.h"
#include "shared/stages/predictions.h"

namespace hlorank::session {

// Describes an opened file of schedules as JSON (type Inspection in wasm/answers.ts). It has the fields of inspectJson
// and
//   schedules: {kind, title, schema, noise | null, failed, family, programs: [name], chosen}
// `family` is that of the open program, or "". `programs` has the names of all programs in the file, with families.
// `chosen` is the index of the program that is open.
std::string inspectSchedulesJson(const std::vector<stages::Problem>& problems, size_t chosen, std::string_view file);

// Builds the sorted table of the schedules that pass the filter `query`. Every word of `query.text` must occur
// in the schedule's id. `query.node` is ignored. Scores come from `predictions`. Times are in seconds.
View buildView(const stages::Problem& problem, const stages::Predictions& predictions, const Query& query);

// Explains the predicted score of schedule number `configuration` as JSON (type Configuration in wasm/answers.ts). The
// field `schedule` is the result of scheduleJson in shared/stages/report.h.
std::string explainSchedule(const stages::Problem& problem, const stages::Predictions& predictions,
                            uint32_t configuration);

// Describes one stage of a pipeline as JSON (type Details in wasm/answers.ts). `instruction` is the number of the stage
// in `graph`. The field `attributes` has the nonzero features of the stage: first those of the schedule
// `configuration`, then those of the algorithm. It is empty if the schedule does not have the stage.
std::string stageDetailsJson(const stages::Problem& problem, const stages::StageModule& graph, uint32_t instruction,
                             uint32_t configuration);

}  // namespace hlorank::session
