// Checks that hold for every drawing of a graph, and an HLO program for tests of drawings.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "shared/drawing/drawing.h"

namespace hlorank::drawing {

struct Rect {
  float x, y, w, h;
};

inline Rect rectOf(const Drawing& drawing, uint32_t box) {
  const float* r = drawing.rects.data() + 4 * size_t{box};
  return {r[0], r[1], r[2], r[3]};
}

// Returns the children of every box, from top to bottom, then from left to right. Shape: [boxes][children].
inline std::vector<std::vector<PlaceId>> childrenInOrder(const Drawing& drawing) {
  std::vector<std::vector<uint32_t>> boxes(drawing.boxes());
  for (uint32_t box = 1; box < drawing.boxes(); ++box) boxes[drawing.parents[box]].push_back(box);
  std::vector<std::vector<PlaceId>> places(drawing.boxes());
  for (uint32_t parent = 0; parent < drawing.boxes(); ++parent) {
    std::sort(boxes[parent].begin(), boxes[parent].end(), [&](uint32_t a, uint32_t b) {
      const Rect p = rectOf(drawing, a), q = rectOf(drawing, b);
      return std::pair(p.y, p.x) < std::pair(q.y, q.x);
    });
    for (uint32_t box : boxes[parent]) places[parent].push_back(drawing.places[box]);
  }
  return places;
}

// Expects that boxes lie inside their parents and do not overlap their siblings.
inline void expectBoxesApart(const Drawing& drawing) {
  constexpr float kRounding = 0.1f;
  const auto children = childrenInOrder(drawing);
  for (uint32_t parent = 0; parent < drawing.boxes(); ++parent) {
    const Rect around = rectOf(drawing, parent);
    std::vector<Rect> beside;  // earlier siblings that extend below the top of the current box
    for (PlaceId place : children[parent]) {
      const Rect r = rectOf(drawing, drawing.boxOf[place]);
      beside.erase(std::remove_if(beside.begin(), beside.end(), [&](const Rect& b) { return b.y + b.h <= r.y; }),
                   beside.end());
      for (const Rect& b : beside)
        ASSERT_TRUE(r.x >= b.x + b.w - kRounding || r.x + r.w <= b.x + kRounding) << "place " << place;
      ASSERT_TRUE(r.x >= around.x - kRounding && r.x + r.w <= around.x + around.w + kRounding) << "place " << place;
      ASSERT_LE(r.y + r.h, around.y + around.h + kRounding) << "box " << parent;
      beside.push_back(r);
    }
  }
}

// Expects that edges start and end at their boxes and run downwards, except those drawn without a middle (stubs).
inline void expectLinesRunDown(const Drawing& drawing) {
  ASSERT_EQ(drawing.pointBegin.size(), drawing.edges() + 1);
  for (size_t e = 0; e < drawing.edges(); ++e) {
    const Rect from = rectOf(drawing, drawing.from[e]), to = rectOf(drawing, drawing.to[e]);
    const bool mayRunUp = drawing.edgeFlags[e] & kStub;
    ASSERT_TRUE(mayRunUp || from.y + from.h <= to.y) << "edge " << e;
    const uint32_t begin = drawing.pointBegin[e], end = drawing.pointBegin[e + 1];
    ASSERT_GE(end, begin + 2);
    ASSERT_EQ(drawing.points[2 * begin + 1], from.y + from.h);
    ASSERT_EQ(drawing.points[2 * end - 1], to.y);
    if (drawing.edgeFlags[e] & kStub) continue;
    for (uint32_t p = begin + 1; p < end; ++p) {
      const float y = drawing.points[2 * p + 1], above = drawing.points[2 * p - 1];
      ASSERT_GE(y, above - 1e-6f * above) << "edge " << e << ": exceeds rounding";
    }
  }
}

// Expects that every node of the outline appears exactly once: as a box, inside a closed box, or as a pin (small dot).
inline void expectEverythingOnce(const Outline& outline, const Drawing& drawing) {
  std::vector<int> seen(outline.places.size(), 0);
  for (uint32_t box = 0; box < drawing.boxes(); ++box) {
    const PlaceId place = drawing.places[box];
    const PlaceId end = drawing.flags[box] & kOpen ? place + 1 : outline.places[place].end;
    for (PlaceId p = place; p < end; ++p) ++seen[p];
  }
  for (PlaceId p : drawing.pinPlaces) ++seen[p];
  for (PlaceId p = 0; p < seen.size(); ++p) {
    const bool unused = outline.places[p].folded && outline.places[p].host == kNone;
    ASSERT_EQ(seen[p], unused ? 0 : 1) << "place " << p;
  }
}

// Expects everything that must hold for a drawing.
inline void expectValidDrawing(const Outline& outline, const Drawing& drawing) {
  expectBoxesApart(drawing);
  expectLinesRunDown(drawing);
  expectEverythingOnce(outline, drawing);
}

// Returns HLO text with a chain of `blocks` residual blocks, each with its own weights. `scope`: the metadata names the
// blocks layer_0, layer_1, ...
inline std::string residualNet(int blocks, bool scope = false) {
  std::string text =
      "HloModule net\n\nadd {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n"
      "  ROOT s = f32[] add(a, b)\n}\n\nENTRY main {\n  x0 = f32[8,8] parameter(0)\n"
      "  z = f32[] constant(0)\n  zeros = f32[8,8] broadcast(z), dimensions={}\n";
  for (int i = 0; i < blocks; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    const std::string where = scope ? ", metadata={op_name=\"jit(f)/net/layer_" + n + "/op\"}" : "";
    const std::string dims = ", lhs_contracting_dims={1}, rhs_contracting_dims={0}";
    text += "  w" + n + " = f32[8,8] parameter(" + next + ")\n";
    text += "  h" + n + " = f32[8,8] dot(x" + n + ", w" + n + ")" + dims + where + "\n";
    text += "  r" + n + " = f32[8,8] maximum(h" + n + ", zeros)" + where + "\n";
    text += "  e" + n + " = f32[8,8] exponential(r" + n + ")" + where + "\n";
    text += "  m" + n + " = f32[8] reduce(e" + n + ", z), dimensions={1}, to_apply=add" + where + "\n";
    text += "  o" + n + " = f32[8,8] broadcast(m" + n + "), dimensions={0}" + where + "\n";
    text += "  x" + next + " = f32[8,8] add(x" + n + ", o" + n + ")" + where + "\n";
  }
  return text + "  ROOT out = f32[8,8] negate(x" + std::to_string(blocks) + ")\n}\n";
}

}  // namespace hlorank::drawing
