// Writes JSON reports for the web page on configurations that the file need not list, and on differences between
// configurations. rankJson in report.h describes the fields that `hlorank rank --json` has too.
#pragma once

#include <span>
#include <string>

#include "shared/model/confidence.h"
#include "shared/session/what_if.h"

namespace hlorank::session {

// Describes a configuration, given as one layout index per tensor, with the fields that rankJson gives and
//   {rank, disagreementCount, disagreements: [{node, instruction, bytes, parties: [{place, instruction, layout}]}]}
// `rank` is 1 + the number of configurations with a lower score. `disagreements` has the values whose readers need
// copies in another layout, most bytes first, at most 200 of `disagreementCount`. `place` is "dot.12 operand 0", or the
// name of the node that produces the value. `node` is a name, `instruction` a node number. With a model that simulates
// the compiler, `disagreements` has the simulated copies that cost more than with the layouts in the program, most
// expensive first. They also have `trips` and `amount`, and `place` is the name of the node that reads the copy.
std::string choiceJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice);

// Scores a configuration (one layout index per tensor) with each layout that tensor number `slot` can have:
//   {slot, node, computation, opcode, shape, tensor, dimensions, elementBytes, chosen, reference,
//    settings: [{row, layout, z, score, rank}]}    one per layout of the slot: see ScoredRow in what_if.h
// `dimensions` has the sizes of the tensor. `chosen` is the `row` of the layout in `choice`, and `reference` that of
// the layout written in the program.
std::string settingsJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, uint32_t slot);

// Compares two or more configurations (one layout index per tensor). `slots` lists the tensors in which they differ:
//   {slots: [{slot, node, computation, opcode, shape, tensor, layouts: [one per configuration]}],
//    differences: [{z, score, pairConfidence, whole?,
//                   parts: [{slot, node, tensor, layouts: [of A, of B], amount, with?, instead?}]}]}
// `differences`: score of the first configuration, A, minus that of each other configuration, B. `z`: sum of the
// amounts of `parts`; `score`: z rescaled. `whole`: score of an early- or late-join network. `with`: second tensor of a
// pair. `instead`: tensor that B's amount belongs to, if not the same. `pairConfidence`: probability, 0.5 to 1, that
// the configuration with the lower score is faster; null if the model is not calibrated.
std::string compareJson(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence,
                        std::span<const Choice> choices);

// Returns as JSON the configurations with the lowest scores, found by BestSearch (see Best in what_if.h):
//   {bound, score, isProven, found: [{z, score, rank, changed, choice: [slots]}]}
// `z` is the score before rescaling. `bound` is the lower bound of z, and `score` is the bound rescaled; both are null
// if unknown. `isProven` tells whether found[0] reaches the bound. `changed` is the number of layouts that differ from
// those in the program.
std::string bestJson(const Opened& opened, const Ranking& ranking, const Best& best);

}  // namespace hlorank::session
