// What is told to programs: JSON whose shape is a contract. `version` grows when a field changes its meaning or goes.
#pragma once

#include <string>
#include <string_view>

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
  std::string name;   // "h2", or the name on the card
  std::string title;  // "physics only", or the title on the card
};

// rank --json:
//   {version, file, name, format, model: {name, title}, generated, count,
//    configurations: [{index, score, usable, time?, z, changes: [{node, computation, opcode, shape, tensor, from, to}],
//                      contributions: [{node, tensor, layout, amount, with?}]}],   best first, `top` of them
//    agreement: {tau, pairAccuracy, orderedPairAccuracy, slowdown1, slowdown5, slowdown10, configurations} | null,
//    warnings, notices}
// Numbers that do not exist are null. Times are in seconds.
std::string rankJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                     size_t top);

// One configuration as in `configurations` above.
std::string explainJson(const Opened& opened, const Ranking& ranking, size_t configuration);

// {message, help, line, column, offset, excerpt, caret, file}.
std::string errorJson(const Error& error, std::string_view file);

}  // namespace hlorank::session
