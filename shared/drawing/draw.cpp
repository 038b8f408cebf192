// Computes sizes and positions of the boxes in a drawing of an HLO module, and places pins on them. All lengths are in
// character widths.
#include <algorithm>
#include <numeric>

#include "shared/base/text.h"
#include "shared/drawing/drawing.h"
#include "shared/drawing/folding.h"
#include "shared/drawing/routes.h"

namespace hlorank::drawing {
namespace {

using hlo::InstructionId;

constexpr float kTitle = 5;     // height of the two text lines above the contents of an open box
constexpr float kPadding = 2;   // free space around text, and around the contents of an open box
constexpr float kLines = 5;     // height of a closed box, in character widths
constexpr float kMaxText = 40;  // a box is made wide enough for its text, but for at most this number of characters

// Draws a module from its outline (the tree of boxes): nested open and closed boxes, the edges between boxes, and pins.
class Drawer {
 public:
  Drawer(const hlo::Module& module, const Outline& outline, const Options& options)
      : module_(module), outline_(outline), options_(options) {}

  Drawing run() {
    if (outline_.places.empty()) return {};
    if (!options_.plumbing) folding_ = foldPlumbing(module_);
    findBoxes();
    findLines();
    arrange();
    for (uint32_t box = boxes(); box-- > 0;) measure(box);
    for (uint32_t box = 0; box < boxes(); ++box) settle(box);
    routeLines(contents_, itemOf_, drawing_);
    placePins();
    drawing_.width = rect(0)[2];
    drawing_.height = rect(0)[3];
    return std::move(drawing_);
  }

 private:
  uint32_t boxes() const { return static_cast<uint32_t>(drawing_.places.size()); }
  // Returns a pointer to x, y, width and height of a box.
  float* rect(uint32_t box) { return drawing_.rects.data() + 4 * size_t{box}; }
  bool isOpen(uint32_t box) const { return drawing_.flags[box] & kOpen; }

  // Creates a box for every node of the outline tree that does not lie in a closed box. Fills Drawing::boxOf.
  void findBoxes() {
    const size_t n = outline_.places.size();
    std::vector<uint8_t> open(n, options_.openAll);
    for (PlaceId place : options_.open)
      if (place < n) open[place] = 1;
    open[0] = 1;
    drawing_.boxOf.assign(n, kNone);
    for (PlaceId p = 0; p < n;) {
      const Place& place = outline_.places[p];
      ++drawing_.steps;
      if (place.folded && !options_.plumbing) {
        ++p;
        continue;
      }
      const uint32_t box = boxes();
      const bool opened = open[p] && outline_.openable(p);
      drawing_.places.push_back(p);
      drawing_.parents.push_back(p == 0 ? kNone : drawing_.boxOf[place.parent]);
      drawing_.flags.push_back(static_cast<uint8_t>((opened ? kOpen : 0) | (outline_.openable(p) ? kOpenable : 0)));
      const PlaceId end = opened ? p + 1 : place.end;
      for (; p < end; ++p) drawing_.boxOf[p] = box;
    }
    // A folded instruction (parameter, constant, …; see Place) has no box of its own. It is shown by a pin on its host,
    // the box that uses it first.
    for (PlaceId p = 0; p < n; ++p)
      if (drawing_.boxOf[p] == kNone && outline_.places[p].host != kNone)
        drawing_.boxOf[p] = drawing_.boxOf[outline_.places[p].host];
    contents_.resize(boxes());
    itemOf_.assign(boxes(), 0);
    text_.resize(boxes());
    for (uint32_t box = 0; box < boxes(); ++box) {
      const PlaceId place = drawing_.places[box];
      text_[box] =
          std::min(kMaxText, static_cast<float>(std::max(countCharacters(title(module_, outline_, place)),
                                                         countCharacters(subtitle(module_, outline_, place)))));
      if (box == 0) continue;
      Contents& around = contents_[drawing_.parents[box]];
      itemOf_[box] = static_cast<uint32_t>(around.items.size());
      around.items.push_back(box);
    }
    drawing_.rects.assign(4 * size_t{boxes()}, 0);
  }

  // ---- Edges: which boxes are connected ----

  // Collects the edges between the boxes, one call of a computation after another.
  void findLines() {
    placeOf_.assign(module_.instructions.size(), kNone);
    lastTo_.assign(boxes(), kNone);
    for (uint32_t box = 0; box < boxes(); ++box) {
      const PlaceId p = drawing_.places[box];
      const Kind kind = outline_.places[p].kind;
      if (!isOpen(box) || kind == Kind::kSection || kind == Kind::kRepeat) continue;
      members_.clear();
      for (PlaceId q = p + 1; q < outline_.places[p].end;) {
        const Place& place = outline_.places[q];
        if (place.kind == Kind::kInstruction) {
          placeOf_[place.instruction] = q;
          members_.push_back(q);
        }
        q = place.kind == Kind::kInstruction || place.kind == Kind::kComputation ? place.end : q + 1;
      }
      for (PlaceId q : members_) linesInto(q);
    }
  }

  // Adds the edges to an instruction's box from the boxes of all values that the instruction reads.
  void linesInto(PlaceId place) {
    const InstructionId i = outline_.places[place].instruction;
    const uint32_t to = drawing_.boxOf[place];
    if (options_.plumbing) {
      for (InstructionId operand : module_.operandsOf(module_.instructions[i])) addLine(operand, to, 0);
      for (InstructionId before : module_.predecessorsOf(module_.instructions[i])) addLine(before, to, kControl);
    } else {
      const auto before = module_.predecessorsOf(module_.instructions[i]);
      for (InstructionId source : folding_.of(i))
        addLine(source, to, std::find(before.begin(), before.end(), source) == before.end() ? 0 : kControl);
    }
  }

  // Adds an edge from the box of instruction `source` to box `to`, if the boxes differ and have no such edge yet.
  void addLine(InstructionId source, uint32_t to, uint8_t flags) {
    const uint32_t from = drawing_.boxOf[placeOf_[source]];
    ++drawing_.steps;
    if (from == to || lastTo_[from] == to)
      // The edge exists already; comparing with the last edge suffices, because edges into a box are added
      // consecutively.
      return;
    lastTo_[from] = to;
    Line line{from, to, from, to, 0, flags};
    while (drawing_.parents[line.top] != drawing_.parents[line.bottom]) {
      uint32_t& deeper = depth(line.top) > depth(line.bottom) ? line.top : line.bottom;
      deeper = drawing_.parents[deeper];
      ++drawing_.steps;
    }
    line.within = drawing_.parents[line.top];
    contents_[line.within].lines.push_back(line);
  }

  uint16_t depth(uint32_t box) const { return outline_.places[drawing_.places[box]].depth; }

  // ---- Layers (ranks) and order of boxes. Outer boxes come first: they determine which lines enter inner boxes ----

  // Arranges the child boxes of every open box in layers (Contents::layers). Marks an edge for which there is no room
  // as a stub: only its two ends are drawn.
  void arrange() {
    std::vector<uint8_t> enters(boxes(), 0), leaves(boxes(), 0);
    std::vector<uint32_t> edgeTo(boxes(), kNone), edgeIndex(boxes(), 0);
    for (uint32_t box = 0; box < boxes(); ++box) {
      if (!isOpen(box)) continue;
      Contents& in = contents_[box];
      Items items;
      std::vector<uint32_t>
          // [lines] index of each line in Items::edges; kNone if the line runs upwards, so that only its ends are
          // drawn.
          edgeOf;
      items.count = static_cast<uint32_t>(in.items.size());
      items.wraps = outline_.places[drawing_.places[box]].kind == Kind::kRepeat;
      for (uint32_t item : in.items) {
        items.widths.push_back(text_[item] + 2 * kPadding);
        items.enters.push_back(enters[item]);
        items.leaves.push_back(leaves[item]);
      }
      // Sorts lines by user, so that lines between the same two child boxes are adjacent. Such lines share one edge.
      std::stable_sort(in.lines.begin(), in.lines.end(),
                       [](const Line& a, const Line& b) { return a.bottom < b.bottom; });
      for (Line& line : in.lines) {
        if (itemOf_[line.top] >
            itemOf_[line.bottom]) {  // the line runs upwards, which happens only with Options::plumbing
          line.flags |= kStub;
          edgeOf.push_back(kNone);
          continue;
        }
        if (edgeTo[line.top] != line.bottom) {
          edgeTo[line.top] = line.bottom;
          edgeIndex[line.top] = static_cast<uint32_t>(items.edges.size());
          items.edges.push_back({itemOf_[line.top], itemOf_[line.bottom]});
        }
        edgeOf.push_back(edgeIndex[line.top]);
      }
      in.layers = buildLayers(items);
      drawing_.steps += in.layers.steps;
      for (size_t k = 0; k < in.lines.size(); ++k) {
        Line& line = in.lines[k];
        if (edgeOf[k] == kNone || !in.layers.routed[edgeOf[k]]) {
          line.flags |= kStub;
          continue;
        }
        for (uint32_t at = line.from; at != line.top; at = drawing_.parents[at]) leaves[at] = 1;
        for (uint32_t at = line.to; at != line.bottom; at = drawing_.parents[at]) enters[at] = 1;
      }
    }
  }

  // ---- Sizes of boxes, inner boxes first; then positions, outer boxes first ----

  // Computes the size of a box. For an open box, also computes the positions of its child boxes, whose sizes must
  // already be known.
  void measure(uint32_t box) {
    float* r = rect(box);
    r[2] = text_[box] + 2 * kPadding;
    r[3] = kLines;
    if (!isOpen(box)) return;
    Contents& in = contents_[box];
    std::vector<float> widths, heights;
    for (uint32_t item : in.items) {
      widths.push_back(rect(item)[2]);
      heights.push_back(rect(item)[3]);
    }
    in.positions = computePositions(in.layers, widths, heights);
    drawing_.steps += in.layers.rank.size() + in.layers.segments.size();
    const float needed = in.positions.width + 2 * kPadding;
    in.left = kPadding + std::max(0.0f, (r[2] - needed) / 2);
    r[2] = std::max(r[2], needed);
    r[3] = kTitle + in.positions.height + 2 * kPadding;
  }

  // Sets x and y of the child boxes of an open box. The x and y of the open box itself must already be known.
  void settle(uint32_t box) {
    if (!isOpen(box)) return;
    Contents& in = contents_[box];
    in.x = rect(box)[0] + in.left;
    in.y = rect(box)[1] + kTitle + kPadding;
    for (uint32_t i = 0; i < in.items.size(); ++i) {
      float* r = rect(in.items[i]);
      r[0] = in.nodeX(i) - r[2] / 2;
      r[1] = in.rankTop(i, in.layers.rank[i]);
    }
  }

  // ---- Pins: plumbing (parameters, constants, …) on the borders of boxes ----

  // Places the pins of each box side by side on the box's upper border, from left to right.
  void placePins() {
    if (options_.plumbing) return;
    std::vector<uint32_t> count(boxes(), 0);
    for (PlaceId p = 0; p < outline_.places.size(); ++p) {
      const Place& place = outline_.places[p];
      if (!place.folded || place.host == kNone) continue;
      const uint32_t box = drawing_.boxOf[p];
      if (p > drawing_.places[box] && p < outline_.places[drawing_.places[box]].end)
        continue;  // the instruction is in a closed box
      drawing_.pinBoxes.push_back(box);
      drawing_.pinPlaces.push_back(p);
      drawing_.pinX.push_back(static_cast<float>(count[box]++));
    }
    for (size_t k = 0; k < drawing_.pinX.size(); ++k) {
      const uint32_t box = drawing_.pinBoxes[k];
      const float step = std::min(1.5f, (rect(box)[2] - 2) / static_cast<float>(count[box]));
      drawing_.pinX[k] = rect(box)[0] + 1 + step * (drawing_.pinX[k] + 0.5f);
    }
  }

  const hlo::Module& module_;
  const Outline& outline_;
  const Options& options_;
  Folding folding_;
  Drawing drawing_;
  std::vector<Contents> contents_;  // [boxes] the contents of each open box
  std::vector<uint32_t> itemOf_;    // [boxes] index of each box among the children of its parent
  std::vector<float> text_;         // [boxes] number of characters of the longer text line, at most kMaxText
  // [instructions] outline node of each instruction, in the call that findLines processes.
  std::vector<PlaceId> placeOf_;
  std::vector<PlaceId> members_;  // outline nodes of the instructions in the call that findLines processes
  std::vector<uint32_t> lastTo_;  // [boxes] for each box, the box at the end of the edge that was added last from it
};

}  // namespace

Drawing draw(const hlo::Module& module, const Outline& outline, const Options& options) {
  return Drawer(module, outline, options).run();
}

}  // namespace hlorank::drawing
