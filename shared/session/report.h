// What is told to programs: JSON whose shape is a contract. `version` grows when a field changes its meaning or goes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "shared/model/confidence.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

inline constexpr int kReportVersion = 1;

// inspect --json, and what the page shows of a file:
//   {version, file, name, format, computations, instructions, edges, configurable, slots,
//    hashes: {opcode, nodeFeat, edgesInsertion, edgesSorted, splits} (16 hexadecimal digits each),
//    configurations: {count, generated, measured}, warnings: [{message, line, column}], notices: [{kind, message}]}
// `computations` is null when the file has no module.
std::string inspectJson(const Opened& opened, std::string_view file);

struct RankedBy {
  std::string name;              // "analytical", or the name on the card
  std::string title;             // "analytical model", or the title on the card
  model::Confidence confidence;  // of the card; knows nothing for h2
};

// rank --json:
//   {version, file, name, format, model: {name, title}, generated, count,
//    compilerDefault: {index, time} | null, trust: {pairs: [[difference, share in order]], separable,
//            likeness: {distance, pairAccuracy | null, nearest: [{name, distance}]} | null} | null,
//    configurations: [{index, score, interval?: [least, greatest], usable, time?, z, whole?,
//                      changes: [{node, computation, opcode, shape, tensor, from, to}],
//                      contributions: [{node, tensor, layout, amount, with?}]}],   best first, `top` of them
//    agreement: {tau, pairAccuracy, orderedPairAccuracy, slowdown1, slowdown5, slowdown10, configurations} | null,
//    warnings, notices}
// Numbers that do not exist are null. Times are in seconds. What `trust` says was measured on programs that the model
// had not learned from: how often of two configurations that differ by so much in score the lower was the faster, from
// which difference on nine in ten were, and how well programs at this distance from everything learned were ranked
// (`pairAccuracy` is null for a program unlike all of them). Null where the model's card says nothing.
std::string rankJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                     size_t top);

// One configuration as in `configurations` above.
std::string explainJson(const Opened& opened, const Ranking& ranking, size_t configuration);
// The same of any choice of rows, [slots], with this number (-1: of no list).
std::string explainJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, int64_t index);

// `agreement` above of these configurations alone.
std::string agreementJson(const Ranking& ranking, std::span<const uint32_t> configurations);

// {message, help, line, column, offset, excerpt, caret, file}.
std::string errorJson(const Error& error, std::string_view file);

}  // namespace hlorank::session
