// JSON reports for the page about configurations that the file need not list, and about differences between
// configurations. rankJson in report.h describes the fields that these reports share with `hlorank rank --json`.
#pragma once

#include <span>
#include <string>

#include "shared/model/confidence.h"
#include "shared/session/what_if.h"

namespace hlorank::session {

// Describes a choice (one row index per slot): an entry of `configurations` in rankJson with the additional fields
//   {rank, disagreementCount, disagreements: [{node, instruction, bytes, parties: [{place, instruction, layout}]}]}
// `rank`: 1 + number of configurations with a lower score. `disagreements`: the values whose readers need copies in
// another layout, most bytes first, at most 200 of `disagreementCount`. `place`: "dot.12 operand 0", or the name of the
// node that produces the value; `node` is a name, `instruction` a node number.
std::string choiceJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice);

// Scores the configurations that a choice (one row index per slot) becomes with each layout of `slot`:
//   {slot, node, computation, opcode, shape, tensor, dimensions, elementBytes, chosen, reference,
//    settings: [{row, layout, z, score, rank}]}    one per layout of the slot: see ScoredRow in what_if.h
// `dimensions`: sizes of the tensor. `chosen` and `reference`: the `row` that the choice has, and that of the program
// layout.
std::string settingsJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, uint32_t slot);

// Compares two or more choices (one row index per slot each); `slots` lists only the slots in which they differ:
//   {slots: [{slot, node, computation, opcode, shape, tensor, layouts: [one per configuration]}],
//    differences: [{z, score, pairConfidence, whole?,
//                   parts: [{slot, node, tensor, layouts: [of A, of B], amount, with?, instead?}]}]}
// `differences`: the first configuration, A, minus each other one, B. `z`: before the scale, the sum of the parts'
// amounts; `score`: after it. `whole`: configuration-level score, join networks only. `with`: second slot of a pair
// entry. `instead`: slot of B's entry, if it is another slot of the same value. `pairConfidence`: probability, 0.5 to
// 1, that the configuration with the lower score is faster; null if the model's card has no statistics.
std::string compareJson(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence,
                        std::span<const Choice> choices);

// Returns the result of findBest (Best in what_if.h):
//   {bound, score, isProven, found: [{z, score, rank, changed, choice: [slots]}]}
// `bound`: lower bound of z, the score before the scale; `score`: the bound after the scale; both null if unknown.
// `isProven`: whether found[0] reaches the bound. `changed`: number of layouts that differ from the program layouts.
std::string bestJson(const Opened& opened, const Ranking& ranking, const Best& best);

}  // namespace hlorank::session
