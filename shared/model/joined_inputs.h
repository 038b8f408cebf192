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

// Returns the name of the network input with the array `array` of one level of the receptive field (Level in reach.h),
// such as "nodes.2" or "source.2".
std::string levelName(const char* array, int level);

// Properties of a join network that determine its inputs. A join network scores a whole configuration at once.
struct JoinedShape {
  bool early = true;  // whether the network is early-join; otherwise it is late-join or "parts"
  int layers = 0;     // message passing layers of the node encoder
  Directions directions = Directions::kOperands;  // from which neighbours a node receives messages
  // Number of message passing layers of the second node encoder, which computes tables of layout costs (score.h). -1 if
  // there is no second encoder.
  int tableLayers = -1;
};

// Inputs of a join network that are the same for all configurations of a program. All inputs are, except `choices`
// (layouts) and `tile`.
struct JoinedInputs {
  // The inputs of inputs.h, the input `unit`, and for early-join the arrays of each of `levels` (see levelName). For
  // early-join, nodes on which no score depends may be left out. `unit`, [1], is 1 / √(number of nodes whose layouts
  // can be chosen).
  std::vector<Tensor> inputs;
  // For early-join, the nodes whose states depend on the configuration, level by level (reach.h). Otherwise empty.
  std::vector<Level> levels;
  // [nodes whose layouts can be chosen, 3] Slot (index of a tensor whose layout can be chosen) of the output, operand 0
  // and operand 1 of each node. If the layout of such a tensor cannot be chosen, the value is the number of slots.
  // Empty for tile sizes.
  std::vector<int64_t> slotOfNode;
};

// Builds the inputs of a join network from those of inputs.h. `table` is null for tile sizes, which affect every node.
// `own`, [nodes], marks the graph segment to train on (see reach.h); empty means all nodes. If `reduced` is true or
// `own` is not empty, an early-join network gets only the nodes on which its scores depend. Costs as much as reach().
JoinedInputs makeJoinedInputs(const graph::Program& program, const configs::LayoutTable* table,
                              std::vector<Tensor> inputs, const JoinedShape& shape, bool reduced,
                              const std::vector<bool>& own = {});

// Builds the input `choices`, int64 [nodes whose layouts can be chosen, configurations, 3], for the configurations with
// the indices `selected`. Each value is the layout chosen for the node's output, operand 0 or operand 1, as a row of
// the layout table. If the layout of that tensor cannot be chosen, the value is the table's number of rows.
Tensor choicesOf(const JoinedInputs& joined, const configs::Configurations& configurations,
                 std::span<const uint32_t> selected);
// Builds the input `choices` for configurations that need not be in a file. Each is given as the index of the chosen
// layout for every slot (output or operand whose layout can be chosen). `slotOfNode` is JoinedInputs::slotOfNode.
Tensor choicesOf(std::span<const int64_t> slotOfNode, const configs::LayoutTable& table,
                 std::span<const std::span<const uint8_t>> choices);

// Generates the reference set of cross-configuration attention: `size` configurations with which the network compares
// each configuration that it scores. In configuration i, a tensor keeps its layout of the program with probability i /
// size. Otherwise it gets a random other one. The set depends only on the program, so that a score does not depend on
// the other configurations in a file. O(size · slots + rows).
configs::Configurations referenceSet(const graph::Program& program, size_t size);

}  // namespace hlorank::model
