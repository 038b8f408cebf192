// Layered drawing of an HLO module: nested boxes and edges that run downwards. Pure functions from a module to
// rectangles and polylines.
//
// Step 1, once per module: `buildOutline` builds a tree of *places*, the boxes that can be drawn. Step 2: `draw` lays
// out the boxes; an open box shows its contents, a closed one only its title. Opening or closing a box changes sizes
// and positions, but never the order of two boxes, because ranks and order within a box depend on the module alone.
//
//   entry
//   ├─ "block × 32"        kRepeat       consecutive parts of a computation with the same operations
//   │   ├─ block           kSection      part of a long computation: a scope of the metadata's op_name, one copy of a
//   │   │   │                            repetition, or a range between two points where few values are live;
//   │   │   │                            consecutive in a topological order, so edges between sections run downwards
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

using PlaceId = uint32_t;  // index in Outline::places; kNone: no place
using hlo::kNone;

// What a place shows: one instruction, a called computation, a part of a computation, or consecutive copies of a part.
enum class Kind : uint8_t { kInstruction, kComputation, kSection, kRepeat };

// A node of the outline tree: a box that can be drawn, or a folded instruction (plumbing).
struct Place {
  Kind kind = Kind::kInstruction;
  bool folded = false;     // plumbing (parameters, constants, …): a pin on `host`; a box if Options::everything
  uint16_t depth = 0;      // number of ancestors; root: 0
  PlaceId parent = kNone;  // place that contains this one; root: kNone
  PlaceId end = 0;         // descendants: ids after this one and before `end`; if any, the place can be opened
  PlaceId host = kNone;  // folded: the place, in the same computation, that its pin is on; kNone: not folded, or unused
  hlo::InstructionId instruction = kNone;  // kInstruction only; else kNone
  hlo::ComputationId computation = kNone;  // computation that contains the place; kComputation: the one that it shows
  // Index in Outline::labels. kSection, kRepeat: always; kInstruction: only if a caller sets it, to replace the shape
  // as the subtitle; else kNone.
  uint32_t label = kNone;
  // Number of instructions in the place, including the place itself, plumbing and called computations. A computation
  // counts once per call, but in the root only once. At most UINT32_MAX − 1.
  uint32_t instructions = 0;
  uint32_t repeats = 0;  // kRepeat: number of copies; else 0
};

// The text of a section or repetition.
struct Label {
  std::string name;     // scope of op_name, "layer_3"; "block" for unnamed copies; or empty
  std::string summary;  // most informative opcodes with counts, "dot ×9, reduce ×3"; of a kRepeat: those of one copy
};

// The tree of places in preorder. Place 0 is the entry computation. The id of a place depends on the module alone.
//
// A computation has places at each of its calls. If that would make more than 4 · instructions + 10,000 places, only
// the first call of each computation can be opened.
struct Outline {
  std::vector<Place> places;
  std::vector<Label> labels;
  std::vector<PlaceId> placeOf;  // [instructions] first place of each; kNone: it has none, for example in a combiner

  // Whether a place contains other places and so can be opened.
  bool openable(PlaceId place) const { return places[place].end > place + 1; }
};

// Builds the tree of places of a module; no places if it has no entry computation. O(n log n), n = instructions +
// operands + places.
Outline buildOutline(const hlo::Module& module);

// Return the first and second line of text in a box, not shortened. Title: "dot.12", "block × 32", "body: region_0.5".
// Subtitle: the shape of an instruction without layout, else "412 instructions: dot ×9, reduce ×3" or "each dot ×9,
// reduce ×3".
std::string title(const hlo::Module& module, const Outline& outline, PlaceId place);
std::string subtitle(const hlo::Module& module, const Outline& outline, PlaceId place);

// What `draw` shows.
struct Options {
  // Places to open, in any order. Ignores places that cannot be opened or that are in a closed box. The root is always
  // open.
  std::vector<PlaceId> open;
  bool openAll = false;     // true: open all places and ignore `open`
  bool everything = false;  // true: draw plumbing (parameters, constants, …) as boxes, not as pins
};

// kOpen: the box shows its contents. kOpenable: it has contents.
enum BoxFlags : uint8_t { kOpen = 1, kOpenable = 2 };

// kStub: the edge is not drawn as a whole, because it is too long or would overcrowd a rank (horizontal layer). It has
// a short line below the producer and one above the user, each to be labelled with the name of the other end. Only a
// stub's user may be above its producer. kControl: a control dependency without data.
enum EdgeFlags : uint8_t { kStub = 1, kControl = 2 };

// A layout of boxes, edges and pins. Unit: the width of a character; y grows downwards from (0, 0).
struct Drawing {
  float width = 0, height = 0;  // size of the root box

  // Boxes in preorder, so that rendering in this order paints children over parents. Box 0 is the root.
  std::vector<float> rects;       // [boxes, 4] x, y of the upper left corner, width, height
  std::vector<PlaceId> places;    // [boxes] place that each box shows
  std::vector<uint32_t> parents;  // [boxes] parent box; kNone for the root
  std::vector<uint8_t> flags;     // [boxes] bits of BoxFlags

  // Edges, one per pair of boxes. The polyline of edge e has the points pointBegin[e] to pointBegin[e + 1] − 1, from
  // the lower border of box from[e] to the upper border of box to[e]. Render two consecutive points with equal x as a
  // straight line, others as an S-curve with vertical ends, which crosses no unrelated box. A stub has four points: two
  // lines.
  std::vector<uint32_t> from, to;    // [edges] boxes of producer and user
  std::vector<uint8_t> edgeFlags;    // [edges] bits of EdgeFlags
  std::vector<uint32_t> pointBegin;  // [edges + 1] index of the first point
  std::vector<float> points;         // [points, 2] x, y

  // Pins on the upper border of a box: the folded instructions (plumbing) that this box is the first to use.
  std::vector<uint32_t> pinBoxes;  // [pins] box on which the pin is
  std::vector<PlaceId> pinPlaces;  // [pins] folded place that it shows
  std::vector<float> pinX;         // [pins] x; y is that of the upper border of the box

  // [places] the box that shows each place: its own, for a folded place that of its host, or the closed box that
  // contains it. kNone: a folded place in an open box, without a host.
  std::vector<uint32_t> boxOf;
  uint64_t steps = 0;  // elementary steps that the layout took, for tests of its complexity

  size_t boxes() const { return places.size(); }
  size_t edges() const { return from.size(); }
};

// Lays out the open and closed boxes of an outline. O(n log n), n = instructions + operands + calls of the open boxes.
Drawing draw(const hlo::Module& module, const Outline& outline, const Options& options = {});

}  // namespace hlorank::drawing
