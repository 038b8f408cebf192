// Builds the input tensors of a neural network for a program and checks the network's outputs. A slot is an output or
// operand whose layout can be chosen.
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

// The input tensors of a neural network for one program.
struct NetworkInputs {
  std::vector<model::Tensor> tensors;  // the inputs that model.json lists, in that order, without the input `choices`
  // Whether the network scores whole configurations: early-join, late-join and "parts" networks do. Such a network
  // takes the layouts of configurations as another input, `choices` (see choicesOf). It writes the output `scores`, one
  // score per configuration.
  bool joined = false;
  // Whether the network writes the output `rows`, which has one number for each possible layout of each tensor.
  bool tables = true;
  // [nodes with a tensor whose layout can be chosen, 3] For each node, the index of its output, operand 0 and operand 1
  // among the tensors whose layout can be chosen (see JoinedInputs::slotOfNode). Empty unless `joined`.
  std::vector<int64_t> slotOfNode;
  // Fixed configurations of the program with which a network with cross-configuration attention compares every
  // configuration that it scores. Empty for other networks. The caller first runs the network on them, with
  // `referenceTensors`. It passes the output `asReferenceSet` of that run as the input `referenceSet` of every other
  // run. In `tensors`, that input is all zeros.
  configs::Configurations reference;
  std::vector<model::Tensor> referenceTensors;  // inputs like `tensors`, but for the configurations `reference`
  std::vector<int64_t> referenceSlotOfNode;     // indices like `slotOfNode`, but for the configurations `reference`
};

// Builds the inputs that a network takes according to `card`, the contents of its model.json. Errors: the card names an
// input that this build cannot make, or the network ranks tile sizes or schedules instead of layouts.
Result<NetworkInputs> buildNetworkInputs(const model::Card& card, const Opened& opened,
                                         const model::AnalyticalCosts& analytical);

// Builds the network input `choices`, the layouts of several configurations (see model::choicesOf). The configurations
// are numbers begin to begin + count − 1 of the program, or fewer if the program has fewer.
model::Tensor choicesOf(const NetworkInputs& inputs, const Opened& opened, size_t begin, size_t count);
// Builds the network input `choices`, the layouts of several configurations. The configurations are numbers begin to
// begin + count − 1 of `inputs.reference`, or fewer if it has fewer.
model::Tensor referenceChoicesOf(const NetworkInputs& inputs, size_t begin, size_t count);

// Returns the error that reports a model output with a wrong number of values.
Error wrongOutputSize(const std::string& output, size_t expected, size_t found);
// Checks that all values of a model's output are finite. Returns true, never false. Error: a value is NaN or infinite.
Result<bool> checkFinite(const std::string& output, std::span<const float> values);

// Makes score tables from a network's outputs. `rows` has one number for each possible layout of each tensor. `pairs`
// has one number for each pair of layouts of two neighbouring tensors, and is empty if the card has no pairs.
// `members`, [size of `rows`, networks of the ensemble], is empty if there is no ensemble. Errors: an output has a
// wrong size or a value that is not finite.
Result<model::Tables> tablesOf(const Opened& opened, const model::AnalyticalCosts& analytical, const model::Card& card,
                               std::vector<float> rows, std::vector<float> pairs, std::vector<float> members = {});

// Makes the scorer of a loop model, which predicts the time of each loop that the compiler would generate. `network`
// has the bytes of model.onnx, which holds the weights. The scorer runs without ONNX Runtime. Requires
// card.loopNetworks > 0. Errors: the card or the weights are damaged, or the program has no HLO module.
Result<std::unique_ptr<model::LoopScorer>> makeLoopScorer(const Opened& opened, const model::Card& card,
                                                          std::string_view network);

// Returns score tables of zeros, for a network that scores only whole configurations and writes no tables.
model::Tables zeroTables(const Opened& opened);

}  // namespace hlorank::session
