// Inputs of join networks, which score a whole configuration at once, in addition to those of inputs.h. An early-join
// network adds the encodings of a configuration's layouts to the node states before message passing. A late-join
// network reads the configuration after pooling the graph. A "parts" network reads sums of the analytical and learned
// costs of its layouts.
//
// A configuration chooses a layout for each slot, which is an output or operand of a convolution, dot or reshape.
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

// Returns the name of the network input that holds `array` of one level of the receptive field (Level in reach.h), such
// as "nodes.2" or "source.2".
std::string levelName(const char* array, int level);

// Properties of a join network, which scores a whole configuration at once, that determine its inputs.
struct JoinedShape {
  bool early = true;                              // true: early-join; false: late-join or "parts"
  int layers = 0;                                 // message passing layers of the node encoder
  Directions directions = Directions::kOperands;  // from which neighbours a node receives messages
  // Message passing layers of the second node encoder, which computes tables of layout costs (score.h); -1: none.
  int tableLayers = -1;
};

// Inputs of a join network that are the same for all configurations of a program: all except `choices` (layouts) and
// `tile`.
struct JoinedInputs {
  // The inputs of inputs.h (early-join: perhaps only for the nodes that scores depend on), `unit` [1] = 1 / √(number of
  // nodes whose layouts can be chosen), and for early-join the arrays of all levels (see levelName).
  std::vector<Tensor> inputs;
  // Node states that depend on the configuration, level by level (reach.h); empty unless early-join.
  std::vector<Level> levels;
  // [nodes whose layouts can be chosen, 3] Slot (index of a tensor whose layout can be chosen) of the output, operand 0
  // and operand 1 of each node. The value is the number of slots if that tensor has none. Empty for tile sizes.
  std::vector<int64_t> slotOfNode;
};

// Builds the inputs of a join network from those of inputs.h. `table` is null for tile sizes, which affect every node.
// `own`, [nodes], marks the graph segment to train on (see reach.h); empty: all nodes. If `reduced` is true or `own` is
// not empty, an early-join network only gets the nodes that its scores depend on. Cost: as reach().
JoinedInputs makeJoinedInputs(const graph::Program& program, const configs::LayoutTable* table,
                              std::vector<Tensor> inputs, const JoinedShape& shape, bool reduced,
                              const std::vector<bool>& own = {});

// Builds the input `choices`, int64 [nodes whose layouts can be chosen, configurations, 3], for the configurations with
// the indices `selected`. Each value is the layout chosen for the node's output, operand 0 or operand 1, as a row of
// the layout table; it is the table's number of rows if that tensor's layout cannot be chosen.
Tensor choicesOf(const JoinedInputs& joined, const configs::Configurations& configurations,
                 std::span<const uint32_t> selected);
// Builds the input `choices` for any configurations, each given as the index of the chosen layout for every slot
// (tensor whose layout can be chosen). `slotOfNode` is JoinedInputs::slotOfNode.
Tensor choicesOf(std::span<const int64_t> slotOfNode, const configs::LayoutTable& table,
                 std::span<const std::span<const uint8_t>> choices);

// Generates the reference set of cross-configuration attention: `size` configurations with which the network compares
// each one that it scores. In configuration i, a tensor keeps its layout of the program with probability i / size, else
// gets a random other one. The set depends only on the program; so a score does not depend on the other configurations
// in a file. O(size · slots + rows).
configs::Configurations referenceSet(const graph::Program& program, size_t size);

}  // namespace hlorank::model
