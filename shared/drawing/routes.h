// Routes the edges of a drawing of nested boxes whose sizes and positions are known. A line starts at the lower border
// of the producer's box and passes the borders of all boxes between there and the user:
//   1. It leaves the boxes around the producer through their lower borders, up to the innermost box that contains both
//      ends (`within`).
//   2. In that box it follows the lanes of its producer (dummy nodes, one per layer) down to the layer above the user.
//   3. It enters the boxes around the user through their upper borders, by the lanes of `Layers::entry`.
// An edge without room for a line becomes a stub, which has only a short line at each end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/drawing/drawing.h"
#include "shared/drawing/layers.h"

namespace hlorank::drawing {

// An edge from box `from` to box `to`, given by index. `within` is the innermost box that contains both boxes. `top` is
// the child of `within` that is or contains `from`. `bottom` is the child of `within` that is or contains `to`. `flags`
// has bits of EdgeFlags.
struct Line {
  uint32_t from, to, top, bottom, within;
  uint8_t flags;
};

// The contents of an open box and their positions. An item is a child box. A node is an item or a dummy node, which
// marks where a line passes through a layer of items.
struct Contents {
  std::vector<uint32_t> items;  // indices of the child boxes
  std::vector<Line> lines;      // edges for which the open box is the innermost box around both ends
  Layers layers;
  Positions positions;
  float left = 0;      // distance of the contents from the left border of the box
  float x = 0, y = 0;  // upper left corner of the contents in the drawing

  // Returns the x coordinate of a node (child box or dummy node) in the whole drawing.
  float nodeX(uint32_t node) const { return x + positions.x[node]; }
  // Return the y coordinates, in the whole drawing, of the upper (rankTop) and lower (rankBottom) end of a horizontal
  // layer. If layers are wrapped into columns, the column is that of `item`.
  float rankTop(uint32_t item, uint32_t rank) const { return y + positions.top[cell(item, rank)]; }
  float rankBottom(uint32_t item, uint32_t rank) const { return y + positions.bottom[cell(item, rank)]; }

 private:
  // Returns the index, in Positions::top and Positions::bottom, of a layer (rank) in the column that contains a child
  // box.
  size_t cell(uint32_t item, uint32_t rank) const { return size_t{layers.column[item]} * layers.ranks + rank; }
};

// Writes the edges and their polylines to `drawing`, whose boxes already have sizes and positions. `contents` has what
// each box contains, [boxes]. `itemOf` has the index of each box among the children of its parent, [boxes]. Lines for
// which there is no room get the flag kStub.
void routeLines(std::span<Contents> contents, std::span<const uint32_t> itemOf, Drawing& drawing);

}  // namespace hlorank::drawing
