// JSON reports for programs. Their fields are stable: `version` increases if one is removed or changes its meaning.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "shared/model/confidence.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

inline constexpr int kReportVersion = 2;

// The output of `hlorank inspect --json`, which the page shows too:
//   {version, file, name, format, computations, instructions, edges, configurable, slots,
//    hashes: {opcode, nodeFeat, edgesInsertion, edgesSorted, splits} (16 hexadecimal digits each),
//    configurations: {count, generated, measured}, warnings: [{message, line, column}], notices: [{kind, message}]}
// `configurable` and `slots` are counts. `computations` is null if the file has no module.
std::string inspectJson(const Opened& opened, std::string_view file);

// The model that made a ranking.
struct RankedBy {
  std::string name;              // "analytical", or the name on the card
  std::string title;             // "analytical model", or the title on the card
  model::Confidence confidence;  // from the card; empty for the analytical cost model
};

// The output of `hlorank rank --json`, with the `top` best configurations:
//   {version, file, name, format, model: {name, title}, generated, count,
//    compilerDefault: {index, time} | null,
//    confidence: {pairs: [[difference, fraction in order]], separable,
//                 similarity: {distance, pairAccuracy | null, nearest: [{name, distance}]} | null} | null,
//    configurations: [{index, score, interval?: [least, greatest], usable, time?, z, whole?,
//                      changes: [{node, computation, opcode, shape, tensor, from, to}],
//                      contributions: [{node, tensor, layout, amount, with?}]}],   best first
//    agreement: {tau, pairAccuracy, orderedPairAccuracy, slowdown1, slowdown5, slowdown10, configurations} | null,
//    warnings, notices}
// Times are in seconds; `whole` is the configuration-level score of a joined network; numbers that do not exist are
// null. `confidence` was measured on held-out programs (see model::Confidence) and is null if the card has none.
// `similarity` compares the program with the training programs; its `pairAccuracy` is the accuracy on held-out programs
// at this distance, null if this program is farther away than all of them.
std::string rankJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                     size_t top);

// One entry of `configurations` above.
std::string explainJson(const Opened& opened, const Ranking& ranking, size_t configuration);
// The same for any choice, [slots] rows, under the number `index` (-1 if the file does not list it).
std::string explainJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, int64_t index);

// The field `agreement` above, restricted to these configurations.
std::string agreementJson(const Ranking& ranking, std::span<const uint32_t> configurations);

// {message, help, line, column, offset, excerpt, caret, file}.
std::string errorJson(const Error& error, std::string_view file);

}  // namespace hlorank::session
