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
// connect its producer directly with its users. Options::plumbing draws plumbing as boxes.
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

// Number of a box that can be drawn (a place): its index in Outline::places; kNone means no box.
using PlaceId = uint32_t;
using hlo::kNone;

// What a box of the drawing shows: one instruction, a called computation, a section (part of a computation), or
// consecutive sections with the same opcodes.
enum class Kind : uint8_t { kInstruction, kComputation, kSection, kRepeat };

// A node of the outline tree: a box that can be drawn, or a plumbing instruction (parameter, constant, ...) that is
// folded, which means drawn as a pin on another box.
struct Place {
  Kind kind = Kind::kInstruction;
  bool folded = false;     // whether the instruction (parameter, constant, …) is drawn as a pin on the box `host`
  uint16_t depth = 0;      // number of boxes around this box; 0 for the root
  PlaceId parent = kNone;  // the box around this box; kNone for the root
  // All ids after the id of this box and before `end` are boxes in it; if there are any, the box can be opened.
  PlaceId end = 0;
  // The box on which a folded instruction is drawn as a pin; it is in the same computation. kNone if the instruction is
  // not folded, or if nothing uses it.
  PlaceId host = kNone;
  hlo::InstructionId instruction = kNone;  // the instruction that the box shows; kNone if it shows something else
  // The computation that contains the instruction or section. For a box of kind kComputation, the computation that the
  // box shows.
  hlo::ComputationId computation = kNone;
  // Index in Outline::labels of the box's text; kNone if it has none. Sections and repetitions have a label. An
  // instruction has one only if a caller sets it; the label then replaces the shape as the subtitle.
  uint32_t label = kNone;
  // Number of instructions in the box: its own, those drawn as pins, and those of called computations. A computation
  // counts once per call. Exception: in the root box, each computation counts once. The number is at most UINT32_MAX −
  // 1.
  uint32_t instructions = 0;
  uint32_t repeats = 0;  // number of copies in a box of kind kRepeat; 0 for other kinds
};

// The text in the box of a section (part of a computation) or of a repetition of sections.
struct Label {
  std::string name;  // name of the op_name scope, "layer_3"; "block" for copies without a name; may be empty
  // Most informative opcodes with counts, "dot ×9, reduce ×3"; for a repetition, those of one copy.
  std::string summary;
};

// The tree of all boxes that can be drawn (places), in preorder. Place 0 is the entry computation. The id of a place
// depends on the module alone.
//
// A computation that is called several times has its own places at each call. If that would make more than 4 ·
// instructions + 10,000 places, only the first call of each computation can be opened.
struct Outline {
  std::vector<Place> places;
  std::vector<Label> labels;
  // [instructions] The first box that shows each instruction; kNone if no box does, for example in a combiner (the
  // small computation of a reduce or sort).
  std::vector<PlaceId> placeOf;

  // Whether a box contains other boxes and so can be opened.
  bool openable(PlaceId place) const { return places[place].end > place + 1; }
};

// Builds the tree of all boxes that can be drawn (places) for a module. Returns an empty tree if the module has no
// entry computation. O(n log n), where n is the number of instructions, operands and places.
Outline buildOutline(const hlo::Module& module);

// Return the first line (title) and the second line (subtitle) of the text in a box, not shortened. Titles are such as
// "dot.12", "block × 32" or "body: region_0.5". The subtitle of an instruction is its shape without layout. Other
// subtitles are such as "412 instructions: dot ×9, reduce ×3" or, for repetitions, "each dot ×9, reduce ×3".
std::string title(const hlo::Module& module, const Outline& outline, PlaceId place);
std::string subtitle(const hlo::Module& module, const Outline& outline, PlaceId place);

// Selects which boxes `draw` opens and whether it draws plumbing instructions as boxes.
struct Options {
  // Boxes to open, in any order. Ignores boxes that cannot be opened and boxes that are in a closed box. The root is
  // always open.
  std::vector<PlaceId> open;
  bool openAll = false;   // whether to open all boxes; the list `open` is then ignored
  bool plumbing = false;  // whether to draw plumbing (parameters, constants, …) as boxes instead of as pins
};

// Flags of a box. kOpen means that the box shows its contents, kOpenable that the box has contents to show.
enum BoxFlags : uint8_t { kOpen = 1, kOpenable = 2 };

// Flags of an edge. kStub means that the edge is not drawn in full, because it is too long or its layer is full. Only a
// short line below the producer and another above the user are drawn, each to be labelled with the name of the box at
// the other end. An edge whose user lies above its producer is always a stub. kControl means that the edge is a control
// dependency without data.
enum EdgeFlags : uint8_t { kStub = 1, kControl = 2 };

// The positions of boxes, edges and pins of a drawing. Unit: the width of a character; y grows downwards from (0, 0).
struct Drawing {
  float width = 0, height = 0;  // size of the root box

  // The boxes are in preorder: if they are painted in this order, inner boxes lie over outer ones. Box 0 is the root.
  std::vector<float> rects;       // [boxes, 4] x, y of the upper left corner, width, height
  std::vector<PlaceId> places;    // [boxes] what each box shows, as an index in Outline::places
  std::vector<uint32_t> parents;  // [boxes] parent box; kNone for the root
  std::vector<uint8_t> flags;     // [boxes] bits of BoxFlags

  // Edges, at most one per pair of boxes. Edge e is a polyline with the points pointBegin[e] to pointBegin[e + 1] − 1,
  // from the lower border of box from[e] to the upper border of box to[e]. Two consecutive points with equal x should
  // be rendered as a straight line. Other pairs should be rendered as an S-curve with vertical ends, which crosses no
  // unrelated box. A stub (edge not drawn in full) has four points, which make two lines.
  std::vector<uint32_t> from, to;    // [edges] the box of the producer (from) and the box of the user (to)
  std::vector<uint8_t> edgeFlags;    // [edges] bits of EdgeFlags
  std::vector<uint32_t> pointBegin;  // [edges + 1] index in `points` of each edge's first point
  std::vector<float> points;         // [points, 2] x and y of the points of all edges

  // Pins on the upper borders of boxes. A pin shows a folded instruction (parameter, constant, …) on the first box that
  // uses it.
  std::vector<uint32_t> pinBoxes;  // [pins] the box that each pin is on
  std::vector<PlaceId> pinPlaces;  // [pins] the instruction that each pin shows, as an index in Outline::places
  std::vector<float> pinX;         // [pins] x of each pin; its y is the upper border of its box

  // [places of the outline] The box of this drawing that shows each place: its own box, or the closed box around it.
  // For a folded instruction, it is the box that the pin is on; kNone if nothing uses the instruction.
  std::vector<uint32_t> boxOf;
  uint64_t steps = 0;  // number of elementary steps that the layout took; tests check its growth

  size_t boxes() const { return places.size(); }
  size_t edges() const { return from.size(); }
};

// Lays out the open and closed boxes of an outline. O(n log n), where n is the number of instructions, operands and
// calls of the open boxes.
Drawing draw(const hlo::Module& module, const Outline& outline, const Options& options = {});

}  // namespace hlorank::drawing
