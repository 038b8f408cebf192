// Routes the edges of a drawing through boxes whose sizes and positions are known. A line starts at the lower border of
// the producer's box and passes every border between there and the user:
//   1. It leaves the boxes around the producer through their lower borders, up to the innermost box that contains both
//      ends (`within`).
//   2. In that box it follows the lanes (dummy nodes, one per rank) of its producer down to the rank above the user.
//   3. It enters the boxes around the user through their upper borders, by the lanes of `Layers::entry`.
// An edge without room for a line becomes a stub: a short line at each end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/drawing/drawing.h"
#include "shared/drawing/layers.h"

namespace hlorank::drawing {

// An edge from box `from` to box `to`. `within` is the innermost box that contains both; `top` is the child of `within`
// that is or contains `from`, `bottom` the one for `to`. `flags`: bits of EdgeFlags.
struct Line {
  uint32_t from, to, top, bottom, within;
  uint8_t flags;
};

// The contents of an open box and their layout. An item is a child box; a node is an item or a lane (dummy node, the
// point where a line passes a rank).
struct Contents {
  std::vector<uint32_t> items;  // child boxes
  std::vector<Line> lines;      // those whose `within` is this box
  Layers layers;
  Positions positions;
  float left = 0;      // distance of the contents from the left border of the box
  float x = 0, y = 0;  // upper left corner of the contents in the drawing

  // Returns the x of a node in the drawing.
  float nodeX(uint32_t node) const { return x + positions.x[node]; }
  // Return the y of the upper and lower end of a rank (horizontal layer) in the drawing, in the column of an item.
  float rankTop(uint32_t item, uint32_t rank) const { return y + positions.top[cell(item, rank)]; }
  float rankBottom(uint32_t item, uint32_t rank) const { return y + positions.bottom[cell(item, rank)]; }

 private:
  // Returns the index in Positions::top and bottom of a rank in the column of an item.
  size_t cell(uint32_t item, uint32_t rank) const { return size_t{layers.column[item]} * layers.ranks + rank; }
};

// Writes the edges and their polylines to `drawing`, whose boxes have their sizes and positions. `contents`: [boxes];
// the lines that have no room get the flag kStub. `itemOf`: [boxes] index of each box among the items of its parent.
void routeLines(std::span<Contents> contents, std::span<const uint32_t> itemOf, Drawing& drawing);

}  // namespace hlorank::drawing
