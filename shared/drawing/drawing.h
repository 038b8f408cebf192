// Draws an HLO module as nested boxes connected by edges that run downwards. The functions are pure: they turn a module
// into rectangles and polylines.
//
// Step 1, once per module: `buildOutline` builds a tree of *places*, the boxes that can be drawn. Step 2: `draw` lays
// out the boxes. An open box shows its contents, a closed box only its title. Opening or closing a box changes sizes
// and positions, but never the order of two boxes, because layers and order within a box depend on the module alone.
//
//   entry
//   ├─ "block × 32"        kRepeat       consecutive parts of a computation with the same operations
//   │   ├─ block           kSection      part of a long computation, consecutive in a topological order: a scope of the
//   │   │   │                            metadata's op_name, one copy of a repetition, or a range between two points
//   │   │   │                            where few values are live
//   │   │   ├─ dot.1       kInstruction
//   │   │   ├─ fusion.7    kInstruction  contains the instructions of the fused computation; a call likewise
//   │   │   └─ while.3     kInstruction  contains its computations; a conditional likewise
//   │   │       ├─ body    kComputation
//   ...
// Operations that call small combiners (reduce, sort, scatter, map, ...) cannot be opened; the instructions of
// combiners have no place.
//
// Plumbing is *folded*: parameters, constants and their broadcasts and conversions, get-tuple-element, bitcast, and
// tuples with at most one user. A folded instruction is not a box but a pin on the first box that uses it, and edges
// connect its producer directly with its users. Options::everything draws plumbing as boxes.
//
// Unit: the width of a character; a line of text is 2 units high. y grows downwards; the drawing begins at (0, 0).
// `buildOutline` and `draw` take O(n log n), n = instructions + operands + calls in the result. Results are
// bit-identical on all platforms.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

using PlaceId = uint32_t;  // number of a box that can be drawn (place): its index in Outline::places; kNone: no box
using hlo::kNone;

// What a box of the drawing shows: one instruction, a called computation, a part of a computation, or consecutive
// copies of a part.
enum class Kind : uint8_t { kInstruction, kComputation, kSection, kRepeat };

// A node of the outline tree: a box that can be drawn, or a plumbing instruction (parameter, constant, ...) that is
// folded, which means drawn as a pin on another box.
struct Place {
  Kind kind = Kind::kInstruction;
  bool folded = false;     // whether the instruction (parameter, constant, …) is drawn as a pin on the box `host`
  uint16_t depth = 0;      // number of boxes around this box; 0 for the root
  PlaceId parent = kNone;  // the box around this box; kNone for the root
  PlaceId end = 0;  // all ids after this one and before `end` are in this box; if there are any, it can be opened
  // The box, in the same computation, on which a folded instruction is drawn as a pin; kNone if not folded or unused.
  PlaceId host = kNone;
  hlo::InstructionId instruction = kNone;  // the instruction that the box shows; kNone if it shows something else
  // The computation that contains the instruction or section; for kComputation, the computation that the box shows.
  hlo::ComputationId computation = kNone;
  // Index in Outline::labels of the box's text; kNone: none. Sections and repetitions have one. Instructions have one
  // only if a caller sets it, to replace the shape as the subtitle.
  uint32_t label = kNone;
  // Number of instructions in the box, including its own, plumbing and called computations. A computation counts once
  // per call, but in the root only once. At most UINT32_MAX − 1.
  uint32_t instructions = 0;
  uint32_t repeats = 0;  // number of copies that a kRepeat box contains; 0 for other kinds
};

// The text in the box of a section (part of a computation) or of a repetition of sections.
struct Label {
  std::string name;     // scope of op_name, "layer_3"; "block" for unnamed copies; or empty
  std::string summary;  // most informative opcodes with counts, "dot ×9, reduce ×3"; of a repetition, in one copy
};

// The tree of all boxes that can be drawn (places), in preorder. Place 0 is the entry computation. The id of a place
// depends on the module alone.
//
// A computation has its own places at each of its calls. If that would make more than 4 · instructions + 10,000
// places, only the first call of each computation can be opened.
struct Outline {
  std::vector<Place> places;
  std::vector<Label> labels;
  // [instructions] the first box that shows each instruction; kNone if there is none, for example in a combiner.
  std::vector<PlaceId> placeOf;

  // Whether a box contains other boxes and so can be opened.
  bool openable(PlaceId place) const { return places[place].end > place + 1; }
};

// Builds the tree of all boxes that can be drawn (places) for a module. The tree is empty if the module has no entry
// computation. O(n log n), n = instructions + operands + places.
Outline buildOutline(const hlo::Module& module);

// Return the first line (title) and second line (subtitle) of the text in a box, not shortened. Titles: "dot.12",
// "block × 32", "body: region_0.5". The subtitle of an instruction is its shape without layout; others are "412
// instructions: dot ×9, reduce ×3" or, for repetitions, "each dot ×9, reduce ×3".
std::string title(const hlo::Module& module, const Outline& outline, PlaceId place);
std::string subtitle(const hlo::Module& module, const Outline& outline, PlaceId place);

// Selects which boxes `draw` opens and whether it draws plumbing instructions as boxes.
struct Options {
  // Boxes to open, in any order. Boxes that cannot be opened or that are in a closed box are ignored. The root is
  // always open.
  std::vector<PlaceId> open;
  bool openAll = false;     // whether to open all boxes and ignore `open`
  bool everything = false;  // whether to draw plumbing (parameters, constants, …) as boxes instead of as pins
};

// Flags of a box. kOpen: the box shows its contents. kOpenable: the box has contents that it can show.
enum BoxFlags : uint8_t { kOpen = 1, kOpenable = 2 };

// Flags of an edge. kStub: the edge is not drawn in full because it is too long or its layer is full. A short line is
// drawn below the producer and another above the user, each to be labelled with the name of the box at the other end.
// Only a stub may have its user above its producer. kControl: the edge is a control dependency without data.
enum EdgeFlags : uint8_t { kStub = 1, kControl = 2 };

// The positions of boxes, edges and pins of a drawing. Unit: the width of a character; y grows downwards from (0, 0).
struct Drawing {
  float width = 0, height = 0;  // size of the root box

  // Boxes in preorder: if rendered in this order, inner boxes are painted over outer ones. Box 0 is the root.
  std::vector<float> rects;       // [boxes, 4] x, y of the upper left corner, width, height
  std::vector<PlaceId> places;    // [boxes] index in Outline::places of what each box shows
  std::vector<uint32_t> parents;  // [boxes] parent box; kNone for the root
  std::vector<uint8_t> flags;     // [boxes] bits of BoxFlags

  // Edges, at most one per pair of boxes. Edge e is a polyline with the points pointBegin[e] to pointBegin[e + 1] − 1,
  // from the lower border of box from[e] to the upper border of box to[e]. Render two consecutive points with equal x
  // as a straight line, others as an S-curve with vertical ends, which crosses no unrelated box. A stub (edge not drawn
  // in full) has four points, which are two lines.
  std::vector<uint32_t> from, to;    // [edges] boxes of producer and user
  std::vector<uint8_t> edgeFlags;    // [edges] bits of EdgeFlags
  std::vector<uint32_t> pointBegin;  // [edges + 1] index in `points` of each edge's first point
  std::vector<float> points;         // [points, 2] x and y of the points of all edges

  // Pins on the upper borders of boxes. A pin shows a folded instruction (parameter, constant, …) on the first box that
  // uses it.
  std::vector<uint32_t> pinBoxes;  // [pins] the box that each pin is on
  std::vector<PlaceId> pinPlaces;  // [pins] index in Outline::places of the instruction that each pin shows
  std::vector<float> pinX;         // [pins] x of each pin; its y is that of the upper border of its box

  // [places of the outline] the box of this drawing that shows each place: its own box, the closed box around it, or,
  // for a folded instruction, the box that its pin is on. kNone: a folded instruction that nothing uses.
  std::vector<uint32_t> boxOf;
  uint64_t steps = 0;  // number of elementary steps that the layout took, for tests of its complexity

  size_t boxes() const { return places.size(); }
  size_t edges() const { return from.size(); }
};

// Lays out the open and closed boxes of an outline. O(n log n), n = instructions + operands + calls of the open boxes.
Drawing draw(const hlo::Module& module, const Outline& outline, const Options& options = {});

}  // namespace hlorank::drawing
