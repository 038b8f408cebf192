// What the joined networks are given beside the arrays of inputs.h: those in which a configuration meets the graph,
// early (at the nodes it changes, before messages are passed) or late (after the graph was pooled).
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

// Names of a level's arrays, as the network asks for them: "nodes.2", "source.2", "target.2", "share.2".
std::string levelName(const char* array, int level);

// What of a network decides its inputs.
struct JoinedShape {
  bool early = true;  // or late, or after the tables
  int layers = 0;
  Directions directions = Directions::kOperands;
  int tableLayers = -1;  // steps of the tables' own node encoder, which hears both; -1: none
};

// The arrays of a program for a joined network, `choices` and `tile` left out.
struct JoinedInputs {
  std::vector<Tensor> inputs;       // those given, of the nodes that are needed, `unit`, and the levels'
  std::vector<Level> levels;        // none when late
  std::vector<int64_t> slotOfNode;  // [A, 3] of the nodes with slots, as above; empty for tiles
};

// `inputs` are those of inputs.h, or of the graph alone; `table` is null for tiles, which are put in at every node.
// With `reduced`, or with a part of the graph as `own` (see reach.h), an early network gets no node but those that
// its levels need, which changes no score. Cost: reach().
JoinedInputs makeJoinedInputs(const graph::Program& program, const configs::LayoutTable* table,
                              std::vector<Tensor> inputs, const JoinedShape& shape, bool reduced,
                              const std::vector<bool>& own = {});

// `choices` int64 [A, C, 3] of the configurations given: the row of the table that each tensor of the nodes with slots
// has, the number of rows where there is none.
Tensor choicesOf(const JoinedInputs& joined, const configs::Configurations& configurations,
                 std::span<const uint32_t> selected);
// The same of any choices, [slots] each.
Tensor choicesOf(std::span<const int64_t> slotOfNode, const configs::LayoutTable& table,
                 std::span<const std::span<const uint8_t>> choices);

// The `size` configurations that cross-configuration attention compares each one with: of every slot that can change
// the program's own layout or one drawn from all others, the own one the more often the later in the set. They follow
// from the program alone, so a score does not depend on what else a file lists. Their table is that of all layouts
// the program can have. O(size * slots + rows).
configs::Configurations referenceSet(const graph::Program& program, size_t size);

// What a card says of a network in which configurations join the graph.
struct JoinedCard {
  JoinedShape shape;
  bool tables = true;                        // the score of tables is added
  size_t crossAttention = 0;                 // configurations of the company
  std::array<int64_t, 2> referenceSet = {};  // shape of the input `company`, where crossed
  bool tiles = false;                        // configurations are tile sizes, not layouts
};

// None for networks of tables alone. Error names the field of model.json that is not what it should be.
Result<std::optional<JoinedCard>> readJoinedCard(std::string_view json);

}  // namespace hlorank::model
