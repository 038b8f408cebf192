// Lays out the items (child boxes) of one open box as a layered graph (Sugiyama). Items are in ranks (horizontal
// layers), and each edge runs from a rank to a lower one. Where an edge passes through a rank it has a lane (dummy
// node). `buildLayers` determines ranks and order without box sizes; `computePositions` keeps that order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hlorank::drawing {

inline constexpr uint32_t kNoLane = UINT32_MAX;  // used instead of a node's index if there is no such dummy node

// An edge of a layered layout, given by the indices of its ends. It connects two child boxes of an open box, or two
// nodes, which are child boxes or dummy nodes.
struct ItemEdge {
  uint32_t from, to;  // indices of the producer (from, upper end) and the user (to); between two child boxes, from < to
};

// The child boxes (items) of an open box and the edges between them, the input of a layered layout. Items are in
// topological order.
struct Items {
  uint32_t count = 0;
  std::vector<ItemEdge> edges;  // edges between the child boxes, without duplicates
  // [count] width of each child box when closed, in characters; a layer that is too wide is split.
  std::vector<float> widths;
  // [count] 1 if the child box uses a value from outside the open box, so needs a line from the upper border.
  std::vector<uint8_t> enters;
  // [count] 1 if the child box is used outside the open box, so needs a line to the lower border.
  std::vector<uint8_t> leaves;
  bool wraps = false;  // whether a tall stack of layers may be wrapped into columns side by side
};

// The ranks (horizontal layers), columns and order of the nodes of a layered layout. The nodes are first the items
// (child boxes), then the lanes. A lane is a dummy node where a line passes through a rank. All lines from an item to
// its users share one chain of lanes, one per rank, which starts in the rank below the item. A line from the border
// into an item has its own chain.
struct Layers {
  uint32_t ranks = 0;                // number of ranks (horizontal layers of nodes) of each column
  std::vector<uint32_t> rank;        // [nodes] index of each node's layer, from 0 at the top
  uint32_t columns = 1;              // number of columns that the stack of layers is wrapped into
  std::vector<uint32_t> column;      // [nodes] column of each node, from 0 at the left
  std::vector<uint32_t> orderBegin;  // [ranks + 1] index in `order` of the first node of each layer
  std::vector<uint32_t> order;       // [nodes] node indices, layer by layer, left to right
  std::vector<uint32_t> chain;  // [items] first dummy node of the lines below each child box; kNoLane if there is none
  std::vector<uint32_t> chainSize;  // [items] number of dummy nodes of the lines below each child box
  // [items] first dummy node of the line from the upper border to each child box; kNoLane if there is none.
  std::vector<uint32_t> entry;
  // [edges of Items] 1 if the edge is drawn in full; 0 if there is no room, so that only its two ends are drawn.
  std::vector<uint8_t> routed;
  // [items] 1 if the item has a line from the upper border (enters), or to the lower border (leaves).
  std::vector<uint8_t> enters, leaves;
  std::vector<ItemEdge> segments;  // parts of lines, which connect nodes in consecutive layers
  uint64_t steps = 0;              // number of elementary steps taken; tests check its growth
};

// Assigns ranks (horizontal layers), columns and lanes (dummy nodes), and orders the nodes of each rank. The rank of an
// item is the longest path from the top; then items move down towards their users, and a rank wider than 180 characters
// is split. If items.wraps is set, a stack of ranks that is much taller than wide continues in columns; edges between
// columns are not drawn in full. Lanes go to the shortest edges first, while their ranks have room, O(items +
// edges) lanes in all. Edges that leave the drawing get lanes only if they are few. The order comes from barycentre
// sweeps; the one with the fewest crossings is kept.
Layers buildLayers(const Items& items);

// For each node, the nodes that it is connected to in the layer above, or in the layer below.
struct Neighbours {
  std::vector<uint32_t> begin, nodes;  // the neighbours of node i are nodes[begin[i]] to nodes[begin[i + 1] − 1]
  std::span<const uint32_t> of(uint32_t node) const {
    return {nodes.data() + begin[node], nodes.data() + begin[node + 1]};
  }
};

// Returns for each node the nodes connected to it in the layer above (if `up`), or in the layer below. O(nodes +
// segments).
Neighbours findNeighbours(const Layers& layers, bool up);

// Coordinates of the nodes and layers in one open box, relative to the upper left corner of the box's contents. Unit:
// the width of a character.
struct Positions {
  std::vector<float> x;  // [nodes] x of the centre of each node (child box or dummy node)
  // [columns, ranks] y of the upper and of the lower end of the tallest child box in each layer.
  std::vector<float> top, bottom;
  float width = 0, height = 0;  // size of the contents of the box
};

// Computes the positions of child boxes, whose sizes are `widths` and `heights`, [items], and of the dummy nodes of
// lines. Keeps the order of nodes in a layer. Neither nodes nor columns overlap. Straightens lines by a heuristic.
Positions computePositions(const Layers& layers, const std::vector<float>& widths, const std::vector<float>& heights);

}  // namespace hlorank::drawing
