// Writes JSON reports on a program and the ranking of its configurations, for scripts and the web page. A configuration
// assigns a layout to each slot; a slot is an output or operand whose layout can be chosen. The program layouts are
// those written in the program.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "shared/model/confidence.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

// Field `version` of the JSON reports. It must be increased if a field is removed or changes its meaning.
inline constexpr int kReportVersion = 2;

// Returns the output of `hlorank inspect --json`, a description of the program that the web page shows too:
//   {version, file, name, format, computations, instructions, edges, configurable, slots,
//    hashes: {opcode, nodeFeat, edgesInsertion, edgesSorted, splits} (16 hexadecimal digits each),
//    configurations: {count, leftToCompiler, generated, measured}, tiles: {count, measured} | null,
//    warnings: [{message, line, column}], notices: [{kind, message}]}
// `configurable`: number of convolutions, dots and reshapes; `slots`: number of their outputs and operands whose layout
// can be chosen; `computations`: number, null if the file has arrays but no HLO. `leftToCompiler`: number of
// configurations whose layouts the compiler chose and which are not recorded: they have no rank. `measured`: whether
// there are run times. `hashes`: FNV-1a-64 of the opcodes, node features, edges in two orders, and node splits of the
// graph.
std::string inspectJson(const Opened& opened, std::string_view file);

// The model that made a ranking. The "card" of a trained model is its file model.json.
struct RankedBy {
  std::string name;              // field `name` of model.json; for the analytical cost model, "analytical"
  std::string title;             // field `title` of model.json; for the analytical cost model, "analytical model"
  model::Confidence confidence;  // calibration statistics from model.json; empty for the analytical cost model
};

// Returns the output of `hlorank rank --json`: a ranking with the `top` best configurations.
//   {version, file, name, format, model: {name, title}, generated, count,
//    compilerDefault: {index, time} | null,
//    confidence: {pairs: [[difference, fraction in order]], separable,
//                 similarity: {distance, pairAccuracy | null, nearest: [{name, distance}]} | null} | null,
//    configurations: [{index, rank, score, sameProgram?: {first, count, known: "measured" | "simulated"},
//                      interval?: [least, greatest], usable, time?, z, whole?,
//                      changes: [{node, computation, opcode, shape, tensor, from, to}],
//                      contributions: [{node, tensor, layout, amount, with?}],
//                      loops?: see loopsOf in json.h}],   best first
//    compilerScore?,
//    verdict: {kind: "measured" | "predicted" | "tie" | "uncalibrated",
//              against: "compilerDefault" | "programLayouts", time, score, probability, text, detail} | null,
//    agreement: {tau, pairAccuracy, orderedPairAccuracy, slowdown1, slowdown5, slowdown10, configurations} | null,
//    warnings, notices}
// Times are in seconds; numbers that are not finite are null; `time` is absent if not measured.
//   rank             1 + number of programs with a lower score: configurations that compile to the same program share a
//                    rank, and so do equal scores. null, like `score`, for a compiler default without recorded layouts
//   sameProgram      the first of the `count` configurations that compile to the same program; absent if no other does
//   verdict          whether the best configuration is faster than a baseline (`against`), and its `time` and `score`:
//                    see verdict.h
//   compilerDefault  the configuration whose layouts the compiler chose; null if the file has none or no times
//   confidence       calibration on held-out programs (see model::Confidence); null if the card has none
//   similarity       to the training programs: distance to the nearest, and accuracy on held-out programs at that
//                    distance (null if this program is farther away than all of them)
//   usable           false for duplicates and for configurations whose layouts are not recorded
//   z                table score before the scale: the sum of the contributions' amounts
//   compilerScore    score of the layouts that the simulated compiler chooses on its own, 0 for optimised modules; loop
//                    models only
//   loops            loops whose cost differs from that with the program layouts; loop models only
//   whole            part of the score that an early- or late-join network gives the whole configuration
//   with             second tensor, if the amount depends on the layouts of two neighbouring tensors
//   agreement        with measured times (see Agreement in ranking.h); null if the file has no times
std::string rankJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                     size_t top);

// Explains the score of a configuration of the file as JSON, with the fields that rankJson gives per configuration.
std::string explainJson(const Opened& opened, const Ranking& ranking, size_t configuration);
// Explains the score of any configuration as JSON, with the fields that rankJson gives per configuration. `choice` has,
// for each tensor whose layout can be chosen, the index of its layout. `index` is the number of the configuration, or
// -1 if it is not in the file.
std::string explainJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, int64_t index);

// Returns as JSON how well scores order the configurations with the numbers `configurations` by measured time. Returns
// null if there are no times. The fields are those of `agreement` in rankJson.
std::string agreementJson(const Ranking& ranking, std::span<const uint32_t> configurations);

// Returns an error in `file` as JSON with the fields {message, help, line, column, offset, excerpt, caret, file}, which
// result.h describes at Error. A line, column, offset or caret that is unknown is null.
std::string errorJson(const Error& error, std::string_view file);

}  // namespace hlorank::session
