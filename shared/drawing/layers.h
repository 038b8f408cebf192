// Layered layout (Sugiyama) of the items in one box: items in ranks, each edge from a rank to a later one, and lanes
// for edges that pass through ranks. Split in two so that sizes cannot change the order: `buildLayers` determines ranks
// and order without actual sizes, `computePositions` keeps that order.
#pragma once

#include <cstdint>
#include <vector>

namespace hlorank::drawing {

inline constexpr uint32_t kNoLane = UINT32_MAX;

// An edge between two items (indices) or two nodes.
struct ItemEdge {
  uint32_t from, to;  // between items: from < to
};

// The items of a box, in topological order.
struct Items {
  uint32_t count = 0;
  std::vector<ItemEdge> edges;  // no duplicates
  std::vector<float> widths;    // [count] widths of the closed boxes; they decide where a wide rank is split
  std::vector<uint8_t> enters;  // [count] uses a value from outside: needs a line from the upper border
  std::vector<uint8_t> leaves;  // [count] is used outside: needs a line to the lower border
  bool wraps = false;           // a long chain may be wrapped into columns
};

// Nodes are the items, followed by lanes. A lane is the point where a line passes through a rank (a dummy node). All
// lines from an item to its users share one chain of lanes, one lane per rank, starting at the rank after the item. The
// line from the upper border into an item has its own chain.
struct Layers {
  uint32_t ranks = 0;
  std::vector<uint32_t> rank;  // [nodes]
  uint32_t columns = 1;
  std::vector<uint32_t> column;         // [nodes] ascending within a rank
  std::vector<uint32_t> orderBegin;     // [ranks + 1]
  std::vector<uint32_t> order;          // [nodes] rank by rank, left to right
  std::vector<uint32_t> chain;          // [items] first lane below the item, or kNoLane
  std::vector<uint32_t> chainSize;      // [items]
  std::vector<uint32_t> entry;          // [items] first lane (in rank 0) of the chain from the upper border, or kNoLane
  std::vector<uint8_t> routed;          // [edges] 1: drawn as a whole line; 0: no room, becomes a stub
  std::vector<uint8_t> enters, leaves;  // [items] `routed` for lines from the upper border and to the lower border
  std::vector<ItemEdge> segments;       // parts of lines, between nodes in consecutive ranks
  uint64_t steps = 0;
};

// Assigns ranks, columns, lanes and order.
// Ranks: the longest path from the top; items far above their users move down to them; a rank wider than kRankWidth is
// split. If items.wraps and the result is much taller than wide, it continues in columns side by side, and edges
// between columns become stubs. Lanes: given to the shortest edges first, while a rank has room and the total is
// proportional to items + edges; to border lines only where they are few. Order: barycentre sweeps; the result with the
// fewest crossings wins.
Layers buildLayers(const Items& items);

// Coordinates relative to the contents of the box.
struct Positions {
  std::vector<float> x;            // [nodes] centre
  std::vector<float> top, bottom;  // [columns, ranks] y of the tallest item
  float width = 0, height = 0;     // x is in [0, width], y in [0, height]
};

// Computes positions for item sizes `widths` and `heights`, [items]. Nodes of a rank keep their order; nodes and
// columns do not overlap. Within these limits, lines are as straight as possible.
Positions computePositions(const Layers& layers, const std::vector<float>& widths, const std::vector<float>& heights);

}  // namespace hlorank::drawing
