// Builds the inputs of a network for an opened program and checks the network's outputs. A slot is a tensor whose
// layout can be chosen.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/analytical.h"
#include "shared/model/card.h"
#include "shared/model/loop_scorer.h"
#include "shared/session/open.h"

namespace hlorank::session {

// The inputs of a network for one program.
struct NetworkInputs {
  std::vector<model::Tensor> tensors;  // the inputs that model.json lists, in that order, except `choices`
  // Whether it is a join network (early-, late- or "parts"), which scores whole configurations: it also takes the input
  // `choices` (see choicesOf) and writes the output `scores`, one configuration-level score per configuration.
  bool joined = false;
  bool tables = true;  // the network writes tables: the output `rows`, one number per slot and layout
  // [nodes with slots, 3] the slot of each tensor of a node (see JoinedInputs::slotOfNode); empty unless `joined`.
  std::vector<int64_t> slotOfNode;
  // With cross-configuration attention, run the network on the reference set (fixed configurations that every scored
  // one is compared with) first, with `referenceTensors`. Its output `asReferenceSet` is then the input `referenceSet`
  // of every other run; in `tensors` that input is all zeros.
  configs::Configurations reference;            // the reference set; empty without cross-configuration attention
  std::vector<model::Tensor> referenceTensors;  // like `tensors`, for the layout table of the reference set
  std::vector<int64_t> referenceSlotOfNode;     // like `slotOfNode`, for the layout table of the reference set
};

// Builds the inputs that a network takes according to its card (model.json). Errors: the card names an input that this
// build does not have, or the network ranks tile sizes instead of layouts.
Result<NetworkInputs> buildNetworkInputs(const model::Card& card, const Opened& opened,
                                         const model::AnalyticalCosts& analytical);

// Builds the input `choices` of a join network (see model::choicesOf) for the program's configurations begin to
// begin + count − 1, or fewer if the program has fewer.
model::Tensor choicesOf(const NetworkInputs& inputs, const Opened& opened, size_t begin, size_t count);
// Builds the input `choices` for configurations begin to begin + count − 1 of the reference set, `inputs.reference`.
model::Tensor referenceChoicesOf(const NetworkInputs& inputs, size_t begin, size_t count);

// Makes the error for a model's output that has a wrong number of values.
Error wrongOutputSize(const std::string& output, size_t expected, size_t found);
// Checks a model's output. Returns true or an Error, never false. Error: a value is NaN or infinite.
Result<bool> checkFinite(const std::string& output, std::span<const float> values);

// Makes score tables of a network's outputs: `rows` [rows], one number per slot and layout; `pairs` [pair entries],
// empty if the card has no pairs; `members` [rows, networks of the ensemble], empty without an ensemble. Errors: an
// output has a wrong size or a value that is not finite.
Result<model::Tables> tablesOf(const Opened& opened, const model::AnalyticalCosts& analytical, const model::Card& card,
                               std::vector<float> rows, std::vector<float> pairs, std::vector<float> members = {});

// Makes the scorer of a loop model (card.loopNetworks > 0) from its card and its weights, the bytes of model.onnx.
// It runs without ONNX Runtime. Errors: the card or the weights are damaged, or the program has no HLO module.
Result<std::unique_ptr<model::LoopScorer>> makeLoopScorer(const Opened& opened, const model::Card& card,
                                                          std::string_view network);

// Makes tables of zeros, for a join network that writes no tables.
model::Tables zeroTables(const Opened& opened);

}  // namespace hlorank::session
