// Inputs of joined networks, in addition to inputs.h. A configuration joins the network early (its layouts are added to
// the features of their nodes before message passing), late (after pooling the graph), or as "parts" (sums of table
// rows).
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

// The name of one of a level's input arrays: "nodes.2", "source.2", "target.2", "share.2".
std::string levelName(const char* array, int level);

// The properties of a joined network that determine its inputs.
struct JoinedShape {
  bool early = true;  // early-join; else late-join or "parts"
  int layers = 0;     // message passing layers of the node encoder
  Directions directions = Directions::kOperands;
  int tableLayers = -1;  // layers of the tables' separate node encoder, which uses both directions; -1: none
};

// The inputs of a joined network for one program, except `choices` and `tile`.
struct JoinedInputs {
  std::vector<Tensor> inputs;       // the given ones restricted to the required nodes, `unit`, and those of the levels
  std::vector<Level> levels;        // empty unless early-join
  std::vector<int64_t> slotOfNode;  // [A, 3] the slot of each tensor of the A nodes that have slots, or the number of
                                    // slots if the tensor has none; empty for tiles
};

// Builds the inputs of a joined network from those of inputs.h. `table` is null for tile configurations, which join at
// every node. With `reduced`, or if `own` selects a graph segment (see reach.h), an early-join network receives only
// the nodes its levels require, which changes no score. Cost: that of reach().
JoinedInputs makeJoinedInputs(const graph::Program& program, const configs::LayoutTable* table,
                              std::vector<Tensor> inputs, const JoinedShape& shape, bool reduced,
                              const std::vector<bool>& own = {});

// Builds the input `choices`, int64 [A, C, 3], for the C configurations with the indices `selected`: the layout table
// row of each tensor of the A nodes with slots, or the number of rows for a tensor without a slot.
Tensor choicesOf(const JoinedInputs& joined, const configs::Configurations& configurations,
                 std::span<const uint32_t> selected);
// The same for arbitrary choices, each [slots] rows.
Tensor choicesOf(std::span<const int64_t> slotOfNode, const configs::LayoutTable& table,
                 std::span<const std::span<const uint8_t>> choices);

// The reference set of cross-configuration attention: `size` configurations that each scored one is compared with. Each
// slot has the program's own layout with a probability that grows along the set, else a random other layout. Depends on
// the program only, so a score does not depend on which configurations a file lists. O(size · slots + rows).
configs::Configurations referenceSet(const graph::Program& program, size_t size);

// The fields of model.json that describe a joined network.
struct JoinedCard {
  JoinedShape shape;
  bool tables = true;                        // the network also writes tables, whose score is added
  size_t crossAttention = 0;                 // size of the reference set; 0: no cross-configuration attention
  std::array<int64_t, 2> referenceSet = {};  // shape of the input `referenceSet`, if crossAttention > 0
  bool tiles = false;                        // configurations are tile sizes, not layouts
};

// Reads the description of a joined network from model.json; nullopt if the network writes tables only. The error names
// the field that is missing or wrong.
Result<std::optional<JoinedCard>> readJoinedCard(std::string_view json);

}  // namespace hlorank::model
