// Builds the inputs of a network for an opened program and checks the network's outputs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/analytical.h"
#include "shared/model/inputs.h"
#include "shared/session/open.h"

namespace hlorank::session {

struct NetworkInputs {
  std::vector<model::Tensor> tensors;  // in the order of the card
  // Joined network (early-join or late-join): it also takes `choices` (see choicesOf), and gives each configuration a
  // configuration-level score.
  bool joined = false;
  bool tables = true;               // the network writes `rows`
  std::vector<int64_t> slotOfNode;  // [A, 3], see joined_inputs.h; empty unless joined
  // With cross-configuration attention, run the network on the reference set first, with these tensors. Its output
  // `asReferenceSet` is then the input `referenceSet` of every other run; `tensors` holds zeros for it.
  configs::Configurations reference;            // empty for other networks
  std::vector<model::Tensor> referenceTensors;  // in the order of the card
  std::vector<int64_t> referenceSlotOfNode;
};

// Builds the inputs that the network of a card takes. Errors: the card names an unknown input, or the network ranks
// tile sizes.
Result<NetworkInputs> buildNetworkInputs(const model::Card& card, const Opened& opened,
                                         const model::AnalyticalCosts& analytical);

// Builds the input `choices` for configurations begin .. begin+count of the program.
model::Tensor choicesOf(const NetworkInputs& inputs, const Opened& opened, size_t begin, size_t count);
// The same for configurations begin .. begin+count of `inputs.reference`.
model::Tensor referenceChoicesOf(const NetworkInputs& inputs, size_t begin, size_t count);

// Makes tables of a network's outputs: `rows` [rows], `pairs` [pair entries] (empty if the card has no pairs),
// `members` [rows, members] or empty. Errors: a wrong size, a value that is not finite.
Result<model::Tables> tablesOf(const Opened& opened, const model::AnalyticalCosts& analytical, const model::Card& card,
                               std::vector<float> rows, std::vector<float> pairs, std::vector<float> members = {});

// Tables of zeros, for a network that writes none.
model::Tables zeroTables(const Opened& opened);

}  // namespace hlorank::session
