// JSON reports for the page about compared configurations and configurations that the file does not list. report.h
// defines the entries of `configurations`.
#pragma once

#include <span>
#include <string>

#include "shared/model/confidence.h"
#include "shared/session/what_if.h"

namespace hlorank::session {

// An entry of `configurations` in `rank --json` for a choice, [slots] rows, with the additional fields
//   {rank, disagreementCount, disagreements: [{node, instruction, bytes, parties: [{place, instruction, layout}]}]}
// `rank`: 1 + number of lower scores. `disagreements`: the values that need copies, most bytes first, at most 200 of
// `disagreementCount`. `place`: a tensor ("dot.12 operand 0"), or the name of the node that produces the value.
std::string choiceJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice);

// The scores of a configuration with each layout of one slot:
//   {slot, node, computation, opcode, shape, tensor, dimensions, elementBytes, chosen, reference,
//    settings: [{row, layout, z, score, rank}]}                  in the order of the slot's rows
// `chosen` and `reference` are row numbers: the choice's and the reference configuration's.
std::string settingsJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, uint32_t slot);

// Two or more configurations side by side; `slots` lists only the slots in which they differ:
//   {slots: [{slot, node, computation, opcode, shape, tensor, layouts: [one per configuration]}],
//    differences: [{z, score, pairConfidence, whole?,
//                   parts: [{slot, node, tensor, layouts: [of A, of B], amount, with?, instead?}]}]}
// `differences`: the first configuration, A, minus each other one, B; the amounts of the parts add up to `z`. `with`:
// the second slot of a pair entry. `instead`: the slot of B's entry, if it is another slot of the same value.
// `pairConfidence`: probability that the lower-scored one is the faster; null if the model's card has no statistics.
std::string compareJson(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence,
                        std::span<const Choice> choices);

// The result of a search for the best configurations:
//   {bound, score, isProven, found: [{z, score, rank, changed, choice: [slots]}]}
// `bound` is a lower bound of z and `score` the score of that bound; both are null if no bound is known.
std::string bestJson(const Opened& opened, const Ranking& ranking, const Best& best);

}  // namespace hlorank::session
