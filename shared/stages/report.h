// Formats a problem (a stage graph with its schedules) and predictions for it as JSON and CSV, for the command line and
// the page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "shared/stages/predictions.h"

namespace hlorank::stages {

// Returns the output of `hlorank inspect --json`, on one line:
//   {version, file, name, format, kind, family?, schema, stages: [{name, operations}], edges: [[producer, consumer]],
//    configurations, measured, failed, fastest | null, slowest | null, noise | null, notices: [text]}
// `operations`, only for Halide, is described at operationsOf in module.h. `fastest` and `slowest` are measured times
// in ms.
std::string inspectJson(const Problem& problem, std::string_view file);

// Returns the output of `hlorank rank --json` with the configurations `selected`, in this order, on one line:
//   {version, file, name, format, kind, family?, model: {name, title}, stages: [name], edges: [[producer, consumer]],
//    count, configurations: [{index, id, rank, milliseconds, time?, halideCost?, shares: [fraction of each stage],
//    stages?: [{name, steps}]}],
//    verdict: {kind, text} | null, agreement: {tau, pairAccuracy, slowdown1, slowdown5, slowdown10, configurations,
//    halide?: {tau, pairAccuracy, ...}} | null, notices: [text]}
// A configuration has the field `stages` if schedules differ in their stages; it lists those of the schedule, with its
// decisions about them. `milliseconds` is the predicted time and `time` the measured time, both in ms. `pairAccuracy`
// is the fraction of pairs in the right order, among those whose times differ by over 2 %.
std::string rankJson(const Problem& problem, const Predictions& predictions, std::string_view file,
                     std::string_view model, std::string_view title, std::span<const uint32_t> selected);

// Returns the configurations `selected`, in this order, as CSV. The columns are rank, schedule (its id), predicted_ms,
// measured_ms, halide_cost, and "share of STAGE" for each stage. The values are those of rankJson; a field is empty if
// rankJson has no value. If the predictions are the measured times (measuredOrder), predicted_ms is empty too. Lines
// end in \n, and fields are quoted only if necessary.
std::string rankCsv(const Problem& problem, const Predictions& predictions, std::span<const uint32_t> selected);

// Returns the entry of `configurations` in rankJson for one configuration.
std::string scheduleJson(const Problem& problem, const Predictions& predictions, uint32_t configuration);

// Returns the field `agreement` of rankJson for the configurations with the indices `selected`. Returns null if the
// predictions have no times of stages. They are then the measured times themselves (measuredOrder).
std::string agreementJson(const Problem& problem, const Predictions& predictions, std::span<const uint32_t> selected);

// Returns a sentence that names the schedule with the lowest predicted time and tells how much faster it is than the
// median schedule. If there are measured times, also tells how much slower it is than the fastest schedule. Returns ""
// for fewer than two schedules.
std::string verdictText(const Problem& problem, const Predictions& predictions);

}  // namespace hlorank::stages
