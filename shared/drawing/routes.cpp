#include "shared/drawing/routes.h"

#include <algorithm>

namespace hlorank::drawing {
namespace {

// Length of the two short lines that show an edge not drawn in full, in character widths.
constexpr float kStubLength = 1.6f;

class Router {
 public:
  Router(std::span<Contents> contents, std::span<const uint32_t> itemOf, Drawing& drawing)
      : contents_(contents), itemOf_(itemOf), drawing_(drawing) {}

  // Writes the polyline of every edge to drawing_, open box by open box.
  void run() {
    drawing_.pointBegin.push_back(0);
    for (Contents& contents : contents_) {
      for (Line& line : contents.lines) {
        if (!(line.flags & kStub) && !reachesBorders(line)) line.flags |= kStub;
        drawing_.from.push_back(line.from);
        drawing_.to.push_back(line.to);
        drawing_.edgeFlags.push_back(line.flags);
        line.flags& kStub ? routeStub(line) : routeLine(line);
        drawing_.pointBegin.push_back(static_cast<uint32_t>(drawing_.points.size() / 2));
      }
    }
  }

 private:
  float left(uint32_t box) const { return drawing_.rects[4 * size_t{box}]; }
  float top(uint32_t box) const { return drawing_.rects[4 * size_t{box} + 1]; }
  float width(uint32_t box) const { return drawing_.rects[4 * size_t{box} + 2]; }
  float bottom(uint32_t box) const { return top(box) + drawing_.rects[4 * size_t{box} + 3]; }
  float middle(uint32_t box) const { return left(box) + width(box) / 2; }

  // Whether there is room for a line at every box border that it crosses. If not, only its two ends are drawn.
  bool reachesBorders(const Line& line) const {
    for (uint32_t at = line.from; at != line.top; at = drawing_.parents[at])
      if (!contents_[drawing_.parents[at]].layers.leaves[itemOf_[at]]) return false;
    for (uint32_t at = line.to; at != line.bottom; at = drawing_.parents[at])
      if (!contents_[drawing_.parents[at]].layers.enters[itemOf_[at]]) return false;
    return true;
  }

  void point(float x, float y) {
    drawing_.points.push_back(x);
    drawing_.points.push_back(y);
    ++drawing_.steps;
  }

  // Extends the polyline to (x, y). If the last part and the new one are both vertical, merges them.
  void lineTo(float x, float y) {
    std::vector<float>& points = drawing_.points;
    const size_t end = points.size();
    if (end < 2 * drawing_.pointBegin.back() + 4 || points[end - 2] != x || points[end - 4] != x) return point(x, y);
    points[end - 1] = y;
    ++drawing_.steps;
  }

  // Adds the four points of an edge that is not drawn in full: a short line below the producer's box and another above
  // the user's box.
  void routeStub(const Line& line) {
    point(middle(line.from), bottom(line.from));
    point(middle(line.from), bottom(line.from) + kStubLength);
    point(middle(line.to), top(line.to) - kStubLength);
    point(middle(line.to), top(line.to));
  }

  // Adds the points of an edge that is drawn in full, from the producer's box to the user's box.
  void routeLine(const Line& line) {
    float x = middle(line.from);
    point(x, bottom(line.from));
    for (uint32_t at = line.from; at != line.top; at = drawing_.parents[at]) {
      const uint32_t around = drawing_.parents[at];
      x = routeDown(contents_[around], itemOf_[at], contents_[around].layers.ranks, x);
      lineTo(x, bottom(around));
    }
    const Contents& within = contents_[line.within];
    x = routeDown(within, itemOf_[line.top], within.layers.rank[itemOf_[line.bottom]], x);
    entered_.clear();
    for (uint32_t at = line.to; at != line.bottom; at = drawing_.parents[at]) entered_.push_back(at);
    for (size_t k = entered_.size(); k-- > 0;) x = routeInto(entered_[k], x);
    lineTo(std::clamp(x, left(line.to) + 1, left(line.to) + width(line.to) - 1), top(line.to));
  }

  // Adds points from the bottom of the layer of an item (child box) down to the bottom of the layer above `rank`,
  // through the dummy nodes of the item's lines. `x` is the x of the item. Returns the x of the last point.
  float routeDown(const Contents& in, uint32_t item, uint32_t rank, float x) {
    const Layers& layers = in.layers;
    lineTo(x, in.rankBottom(item, layers.rank[item]));
    for (uint32_t r = layers.rank[item] + 1; r < rank; ++r) {
      x = in.nodeX(layers.chain[item] + (r - layers.rank[item] - 1));
      lineTo(x, in.rankTop(item, r));
      lineTo(x, in.rankBottom(item, r));
    }
    return x;
  }

  // Adds points from the upper border of the parent of `box` down to the bottom of the layer above `box`. Adds none if
  // `box` is in the top layer. `x` is the x of the last point so far. Returns the x of the last point.
  float routeInto(uint32_t box, float x) {
    const uint32_t around = drawing_.parents[box], item = itemOf_[box];
    const Contents& in = contents_[around];
    const uint32_t entry = in.layers.entry[item];
    if (entry == kNoLane) return x;
    for (uint32_t r = 0; r < in.layers.rank[item]; ++r) {
      x = in.nodeX(entry + r);
      lineTo(x, r == 0 ? top(around) : in.rankTop(item, r));
      lineTo(x, in.rankBottom(item, r));
    }
    return x;
  }

  std::span<Contents> contents_;
  std::span<const uint32_t> itemOf_;
  Drawing& drawing_;
  std::vector<uint32_t> entered_;  // scratch of routeLine: boxes around the user that the line enters, innermost first
};

}  // namespace

void routeLines(std::span<Contents> contents, std::span<const uint32_t> itemOf, Drawing& drawing) {
  Router(contents, itemOf, drawing).run();
}

}  // namespace hlorank::drawing
