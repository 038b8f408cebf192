// Lays out the items (child boxes) of one open box as a layered graph (Sugiyama). Items are in ranks (horizontal
// layers), and each edge runs from a rank to a lower one. Where an edge passes through a rank it has a lane (dummy
// node). `buildLayers` determines ranks and order without box sizes; `computePositions` keeps that order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hlorank::drawing {

inline constexpr uint32_t kNoLane = UINT32_MAX;  // in place of a node's index: there is no such dummy node

// An edge between two child boxes of an open box, or between two nodes of its layered layout (child boxes and dummy
// nodes), given by index.
struct ItemEdge {
  uint32_t from, to;  // indices of the producer (upper end) and the user; between child boxes, from < to
};

// The child boxes (items) of an open box and the edges between them, the input of a layered layout. Items are in
// topological order.
struct Items {
  uint32_t count = 0;
  std::vector<ItemEdge> edges;  // no duplicates
  std::vector<float> widths;    // [count] widths of the closed boxes in characters; a layer that is too wide is split
  std::vector<uint8_t> enters;  // [count] 1: uses a value from outside the open box; needs a line from its upper border
  std::vector<uint8_t> leaves;  // [count] 1: is used outside the open box; needs a line to its lower border
  bool wraps = false;           // whether a tall stack of layers may be continued in columns side by side
};

// The ranks (horizontal layers), columns and order of the nodes of a layered layout: first the items (child boxes),
// then the lanes. A lane is a dummy node where a line passes through a rank. All lines from an item to its users share
// one chain of lanes, one per rank, from the rank below the item on. A line from the border into an item has its own
// chain.
struct Layers {
  uint32_t ranks = 0;                   // number of ranks (horizontal layers of nodes) of each column
  std::vector<uint32_t> rank;           // [nodes] index of each node's layer; 0: top
  uint32_t columns = 1;                 // number of columns that the stack of layers is wrapped into
  std::vector<uint32_t> column;         // [nodes] column of each node; 0: leftmost; ascends from left to right
  std::vector<uint32_t> orderBegin;     // [ranks + 1] index in `order` of the first node of each layer
  std::vector<uint32_t> order;          // [nodes] node indices, layer by layer, left to right
  std::vector<uint32_t> chain;          // [items] first dummy node of the lines below each child box, or kNoLane
  std::vector<uint32_t> chainSize;      // [items] number of dummy nodes of the lines below each child box
  std::vector<uint32_t> entry;          // [items] first dummy node of the line from the upper border, or kNoLane
  std::vector<uint8_t> routed;          // [edges of Items] 1: drawn in full; 0: no room, only its two ends are drawn
  std::vector<uint8_t> enters, leaves;  // [items] 1: has a line from the upper border (enters), to the lower (leaves)
  std::vector<ItemEdge> segments;       // parts of lines, which connect nodes in consecutive layers
  uint64_t steps = 0;                   // number of elementary steps taken, for tests of the complexity
};

// Assigns ranks (horizontal layers), columns and lanes (dummy nodes), and orders each rank. Rank: longest path from the
// top; items move down towards their users; a rank wider than 180 characters is split. If items.wraps, a stack much
// taller than wide continues in columns; edges between columns are not drawn in full. Lanes go to the shortest edges
// first, while a rank has room and there are O(items + edges) lanes; edges across the border get lanes only if they are
// few. Order: barycentre sweeps; keeps the order with the fewest crossings.
Layers buildLayers(const Items& items);

// The nodes that each node is connected to in the layer above it, or in the layer below it.
struct Neighbours {
  std::vector<uint32_t> begin, nodes;  // the neighbours of node i are nodes[begin[i]] to nodes[begin[i + 1] − 1]
  std::span<const uint32_t> of(uint32_t node) const {
    return {nodes.data() + begin[node], nodes.data() + begin[node + 1]};
  }
};

// Lists for each node the nodes connected to it in the layer above (`up`) or below. O(nodes + segments).
Neighbours findNeighbours(const Layers& layers, bool up);

// Coordinates of the nodes and layers in one open box, relative to the upper left corner of the box's contents. Unit:
// the width of a character.
struct Positions {
  std::vector<float> x;            // [nodes] x of the centre of each node (child box or dummy node)
  std::vector<float> top, bottom;  // [columns, ranks] upper and lower y of the tallest child box in each layer
  float width = 0, height = 0;     // size of the contents of the box
};

// Computes the positions of child boxes with sizes `widths` and `heights`, [items], and of the dummy nodes of lines.
// Keeps the order of nodes in a layer; neither nodes nor columns overlap. Straightens lines by a heuristic.
Positions computePositions(const Layers& layers, const std::vector<float>& widths, const std::vector<float>& heights);

}  // namespace hlorank::drawing
