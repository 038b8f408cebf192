// What a network is given of a program, and what it wrote, checked.
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
  // Of a network in which configurations join the graph: it takes `choices` (choicesOf) beside these, and gives each of
  // them a score as a whole.
  bool joined = false;
  bool tables = true;               // it writes `rows`
  std::vector<int64_t> slotOfNode;  // [A, 3], see joined_inputs.h; the same for every joined network
  // Of cross-configuration attention: the configurations that the network has to be run with first, on arrays of their
  // own. What it writes as `asReferenceSet` is its input `company` from then on, here still zeros.
  configs::Configurations reference;            // none for other networks
  std::vector<model::Tensor> referenceTensors;  // in the order of the card
  std::vector<int64_t> referenceSlotOfNode;
};

// The inputs that the network of a card takes. Errors: the card asks for one we do not make, or its configurations are
// tiles.
Result<NetworkInputs> inputsFor(const model::Card& card, const Opened& opened,
                                const model::AnalyticalCosts& analytical);

// The input `choices` for configurations begin .. begin+count.
model::Tensor choicesOf(const NetworkInputs& inputs, const Opened& opened, size_t begin, size_t count);
// The same of those in `inputs.reference`.
model::Tensor referenceChoicesOf(const NetworkInputs& inputs, size_t begin, size_t count);

// What the network wrote, checked against what the program needs: `rows` of every row, `pairs` of every pair entry or
// none, `members` some for every row or none.
Result<model::Tables> tablesOf(const Opened& opened, const model::AnalyticalCosts& analytical, const model::Card& card,
                               std::vector<float> rows, std::vector<float> pairs, std::vector<float> members = {});

// Tables that say nothing, for a network without any.
model::Tables noTables(const Opened& opened);

}  // namespace hlorank::session
