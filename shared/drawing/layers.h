// Layered graph layout (Sugiyama) of the items (child boxes) in one open box: items in ranks (horizontal layers), each
// edge from a rank to a lower one, and lanes (dummy nodes) where an edge passes through a rank. Done in two steps so
// that box sizes cannot change the order: `buildLayers` determines ranks and order without actual sizes,
// `computePositions` keeps that order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hlorank::drawing {

inline constexpr uint32_t kNoLane = UINT32_MAX;  // no lane (dummy node)

// An edge between two items (child boxes) or between two nodes (items and lanes), by index.
struct ItemEdge {
  uint32_t from, to;  // `from` is the upper end (producer); between items, from < to
};

// The items (child boxes) of an open box, in topological order.
struct Items {
  uint32_t count = 0;
  std::vector<ItemEdge> edges;  // no duplicates
  std::vector<float> widths;    // [count] widths when closed, in characters; wide ranks are split by them
  std::vector<uint8_t> enters;  // [count] 1: uses a value from outside the box, so needs a line from its upper border
  std::vector<uint8_t> leaves;  // [count] 1: is used outside the box, so needs a line to its lower border
  bool wraps = false;           // true: many ranks (horizontal layers) may be wrapped into columns side by side
};

// The ranks, columns and order of nodes: the items, followed by lanes. A lane is the point where a line passes through
// a rank (dummy node). All lines from an item to its users share one chain of lanes, one per rank, from the rank below
// the item on. The line from the upper border of the box into an item has its own chain.
struct Layers {
  uint32_t ranks = 0;                   // number of ranks (horizontal layers of nodes) of each column
  std::vector<uint32_t> rank;           // [nodes] rank of each; 0: top
  uint32_t columns = 1;                 // number of columns
  std::vector<uint32_t> column;         // [nodes] column of each; 0: leftmost; ascending in the order of a rank
  std::vector<uint32_t> orderBegin;     // [ranks + 1] index in `order` of the first node of each rank
  std::vector<uint32_t> order;          // [nodes] node indices, rank by rank, left to right
  std::vector<uint32_t> chain;          // [items] first lane (dummy node) below the item, or kNoLane
  std::vector<uint32_t> chainSize;      // [items] number of lanes below the item
  std::vector<uint32_t> entry;          // [items] first lane, in rank 0, of its line from the upper border, or kNoLane
  std::vector<uint8_t> routed;          // [edges of Items] 1: drawn as a whole line; 0: no room, only its ends (a stub)
  std::vector<uint8_t> enters, leaves;  // [items] 1: has a line from the upper (enters), to the lower border (leaves)
  std::vector<ItemEdge> segments;       // parts of lines: connect nodes in consecutive ranks
  uint64_t steps = 0;                   // elementary steps taken, for tests of the complexity
};

// Assigns ranks (horizontal layers), columns, lanes (dummy nodes) and the order within ranks. Ranks: the longest path
// from the top; items far above their users move down to them; a rank wider than 180 characters is split. If
// items.wraps and the result is much taller than wide, it continues in columns side by side; edges between columns
// become stubs (only their ends are drawn). Lanes: assigned to the shortest edges first, while a rank has room and
// there are at most a constant times (items + edges) of them; edges that enter or leave the box get lanes only if there
// are few of them. Order: barycentre sweeps; keeps the result with the fewest crossings.
Layers buildLayers(const Items& items);

// The neighbours of each node in the rank above or below: the nodes that a segment connects to it.
struct Neighbours {
  std::vector<uint32_t> begin, nodes;  // those of node i are nodes[begin[i]] to nodes[begin[i + 1] − 1]
  std::span<const uint32_t> of(uint32_t node) const {
    return {nodes.data() + begin[node], nodes.data() + begin[node + 1]};
  }
};

// Lists the neighbours in the rank above (`up`) or below. O(nodes + segments).
Neighbours findNeighbours(const Layers& layers, bool up);

// Coordinates of nodes and ranks in one open box, relative to the upper left corner of its contents. Unit: the width of
// a character.
struct Positions {
  std::vector<float> x;            // [nodes] x of the centre
  std::vector<float> top, bottom;  // [columns, ranks] upper and lower y of the tallest item
  float width = 0, height = 0;     // size of the contents
};

// Computes the positions of items with sizes `widths` and `heights`, [items], and of lanes. Keeps the order of nodes in
// a rank; neither nodes nor columns overlap. Makes lines straight by a heuristic.
Positions computePositions(const Layers& layers, const std::vector<float>& widths, const std::vector<float>& heights);

}  // namespace hlorank::drawing
