// Reports on a problem as JSON, the same for the command line and the page.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "shared/stages/predictions.h"

namespace hlorank::stages {

// Returns the output of `hlorank inspect --json`, on one line:
//   {version, file, name, format, kind, schema, stages: [{name, operations}], edges: [[producer, consumer]],
//    configurations, measured, failed, fastest | null, slowest | null, noise | null, notices: [text]}
// `operations`: for Halide the sum of the stage's operation counts; times in ms.
std::string inspectJson(const Problem& problem, std::string_view file);

// Returns the output of `hlorank rank --json` with the `top` best configurations, on one line:
//   {version, file, name, format, kind, model: {name, title}, stages: [name], edges: [[producer, consumer]], count,
//    configurations: [{index, id, rank, milliseconds, time?, halideCost?, shares: [fraction of each stage]}],
//    verdict: {kind, text} | null, agreement: {tau, pairAccuracy, slowdown1, slowdown5, slowdown10, configurations,
//    halide?: {tau, pairAccuracy, ...}} | null, notices: [text]}
// `milliseconds` is predicted, `time` measured (ms); pairAccuracy ignores pairs less than 2 % apart.
std::string rankJson(const Problem& problem, const Predictions& predictions, std::string_view file,
                     std::string_view model, std::string_view title, size_t top);

// Returns one entry of `configurations` in that report.
std::string scheduleJson(const Problem& problem, const Predictions& predictions, uint32_t configuration);

// Returns the `agreement` in that report, over the configurations in `selected`; null for predictions without times of
// stages, which measuredOrder makes.
std::string agreementJson(const Problem& problem, const Predictions& predictions, std::span<const uint32_t> selected);

// Says which schedule is predicted fastest, and by how much compared with the median one; with measured times, how far
// it is behind the fastest. Empty for fewer than two schedules.
std::string verdictText(const Problem& problem, const Predictions& predictions);

}  // namespace hlorank::stages
