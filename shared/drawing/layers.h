// The layered drawing of one box: its items in ranks, every edge from a rank to a later one, and room for the edges
// that pass through. Two halves, so that sizes cannot change the order: `layersOf` knows no sizes, `positionsOf` moves
// nothing past anything.
#pragma once

#include <cstdint>
#include <vector>

namespace hlorank::drawing {

inline constexpr uint32_t kNoLane = UINT32_MAX;

struct ItemEdge {
  uint32_t from, to;  // from < to
};

struct Items {
  uint32_t count = 0;
  std::vector<ItemEdge> edges;  // no duplicates
  std::vector<float> widths;    // [count] nominal: of the closed boxes; decides where a wide rank is broken
  std::vector<uint8_t> enters;  // [count] a value from outside goes in: a line from the upper border is wanted
  std::vector<uint8_t> leaves;  // [count] a value goes out: a line to the lower border is wanted
  bool wraps = false;           // a long chain may stand in columns
};

// Nodes are the items, then lanes. A lane is where a line passes through a rank. The lines of an item down to its users
// share one chain of lanes, one a rank from the rank after the item's; so do those from the upper border into an item.
struct Layers {
  uint32_t ranks = 0;
  std::vector<uint32_t> rank;  // [nodes]
  uint32_t columns = 1;
  std::vector<uint32_t> column;         // [nodes] ascending in every rank
  std::vector<uint32_t> orderBegin;     // [ranks + 1]
  std::vector<uint32_t> order;          // [nodes] rank by rank, left to right
  std::vector<uint32_t> chain;          // [items] first lane below the item, or kNoLane
  std::vector<uint32_t> chainSize;      // [items]
  std::vector<uint32_t> entry;          // [items] first lane (in rank 0) of the chain from the upper border, or kNoLane
  std::vector<uint8_t> drawn;           // [edges] whether there is room to draw it
  std::vector<uint8_t> enters, leaves;  // [items] the same of the lines from and to the border
  std::vector<ItemEdge> segments;       // nodes in consecutive ranks that a line joins
  uint64_t steps = 0;
};

// Ranks: the longest path from the top; then items whose users are far are moved down to them; a rank wider than
// kRankWidth becomes several. What wraps and would be much taller than wide stands in columns side by side, read as
// text is: down, and on at the top of the next; lines from column to column get no lanes and become stubs. Lanes go to
// the shortest edges first, as long as a rank has room and the total stays proportional to items and edges; to lines
// from and to the border only where they are few. Order: sweeps of barycentres, the one with the fewest crossings.
Layers layersOf(const Items& items);

struct Positions {
  std::vector<float> x;            // [nodes] centre
  std::vector<float> top, bottom;  // [columns, ranks] of the tallest item
  float width = 0, height = 0;     // x is in [0, width], y in [0, height]
};

// `widths`, `heights` [items]. Nodes of a rank keep their order and do not overlap, nor do columns; lines are as
// straight as that allows.
Positions positionsOf(const Layers& layers, const std::vector<float>& widths, const std::vector<float>& heights);

}  // namespace hlorank::drawing
