// What the page is told of configurations beside each other and of those in no list, as JSON. See report.h for entries
// of `configurations`.
#pragma once

#include <span>
#include <string>

#include "shared/model/confidence.h"
#include "shared/session/what_if.h"

namespace hlorank::session {

// A configuration, [slots] rows, as in `configurations` of rank --json, and
//   {rank, disagreementCount, disagreements: [{node, instruction, bytes, parties: [{place, instruction, layout}]}]}
// `rank`: 1 + how many score lower. `disagreements`: the values that need copies, those of most bytes first, at most
// 200 of the `disagreementCount`; a `place` is a tensor, or the name of the node that makes the value.
std::string choiceJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice);

// {slot, node, computation, opcode, shape, tensor, dimensions, elementBytes, chosen, reference,
//  settings: [{row, layout, z, score, rank}]}                    in the order of the slot's rows
std::string settingsJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, uint32_t slot);

// Two or more configurations side by side:
//   {slots: [{slot, node, computation, opcode, shape, tensor, layouts: [one each]}],      where not all agree
//    differences: [{z, score, whole?, sureness,
//                   parts: [{slot, node, tensor, layouts: [of A, of B], amount, with?, instead?}]}]}
// `differences` tell the first, A, less each of the others, B; the amounts of the parts add up to `z`. `instead` is the
// slot whose entry B has where another slot of the same value was its largest. `sureness`: how often, of two
// configurations whose scores differed by so much, the one with the lower score was the faster; null where the model's
// card does not say.
std::string compareJson(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence,
                        std::span<const Choice> choices);

// {bound, score, isProven, found: [{z, score, rank, changed, choice: [slots]}]}: what `bestOf` found; `bound` (a z) and
// `score` (its score) are null where no bound is known.
std::string bestJson(const Opened& opened, const Ranking& ranking, const Best& best);

}  // namespace hlorank::session
