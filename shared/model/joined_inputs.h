// Inputs of join networks, which score whole configurations, in addition to those of inputs.h. The configuration enters
// an early-join network before message passing (encodings of its layouts are added to the states of their nodes), a
// late-join network after pooling the graph, and a "parts" network as sums of its layouts' analytical and learned
// costs.
//
// A configuration is a choice: for each slot (output or operand of a configurable node) one row of the layout table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/model/inputs.h"
#include "shared/model/reach.h"

namespace hlorank::model {

// Returns the name of the input that holds `array` of one level of the receptive field (Level in reach.h): "nodes.2",
// "source.2", "target.2", "share.2".
std::string levelName(const char* array, int level);

// The properties of a join network (which scores whole configurations) that determine its inputs.
struct JoinedShape {
  bool early = true;                              // early-join; false: late-join or "parts"
  int layers = 0;                                 // message passing layers of the node encoder
  Directions directions = Directions::kOperands;  // from which nodes a node receives messages
  int tableLayers = -1;  // message passing layers of the second node encoder, which makes the tables; -1: none
};

// The inputs of a join network for one program, except those of configurations: `choices` (layouts) and `tile`.
struct JoinedInputs {
  // The inputs of inputs.h (early-join: perhaps only for the nodes that scores depend on), `unit` [1] = 1 / √(number of
  // nodes with slots), and for early-join the arrays of all levels (see levelName).
  std::vector<Tensor> inputs;
  std::vector<Level> levels;  // k-hop receptive field of a configuration (reach.h); empty unless early-join
  // [nodes with slots, 3] the slot of each node's output, operand 0 and operand 1; the number of slots if that tensor
  // has no slot. Empty for tile configurations.
  std::vector<int64_t> slotOfNode;
};

// Builds the inputs of a join network from the inputs of inputs.h. `table`: null for tile configurations, which enter
// at every node. `own`: [nodes] whether a node is in the graph segment to train on (see reach.h); empty: all are. If
// `reduced` is true or `own` is not empty, the inputs of an early-join network have only the nodes that its scores
// depend on. Cost: as reach().
JoinedInputs makeJoinedInputs(const graph::Program& program, const configs::LayoutTable* table,
                              std::vector<Tensor> inputs, const JoinedShape& shape, bool reduced,
                              const std::vector<bool>& own = {});

// Builds the input `choices`, int64 [nodes with slots, configurations, 3], for the configurations with the indices
// `selected`: the row of the layout table that each configuration selects for the output, operand 0 and operand 1 of
// each node; the number of rows of the table for a tensor without a slot.
Tensor choicesOf(const JoinedInputs& joined, const configs::Configurations& configurations,
                 std::span<const uint32_t> selected);
// Builds the input `choices` for choices that need not be in the file: one row index per slot each. `slotOfNode` is
// JoinedInputs::slotOfNode.
Tensor choicesOf(std::span<const int64_t> slotOfNode, const configs::LayoutTable& table,
                 std::span<const std::span<const uint8_t>> choices);

// Generates the reference set of cross-configuration attention: `size` configurations with which the network compares
// each configuration that it scores. In configuration i, a slot keeps the layout that it has in the program with
// probability i / size, else gets a random other one. The set depends on the program only, so the score of a
// configuration does not depend on which others are in the input file. O(size · slots + rows).
configs::Configurations referenceSet(const graph::Program& program, size_t size);

}  // namespace hlorank::model
