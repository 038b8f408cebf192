// Layered drawing of an HLO module: nested boxes and edges that run downwards. Pure functions from a module to
// rectangles and polylines.
//
// Step 1, once per module: `buildOutline` builds a tree of *places*, the boxes that can be drawn. Step 2: `draw` lays
// out a set of open and closed boxes. Opening or closing a box changes sizes and positions, but never the order of two
// boxes, because ranks and order within a box depend on the module alone.
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
// Operations with small combiners (reduce, sort, scatter, map, ...) cannot be opened; the instructions of combiners
// have no place.
//
// Plumbing is *folded*: parameters, constants and their broadcasts and conversions, get-tuple-element, bitcast, and
// tuples with at most one user. A folded instruction is not a box but a pin on the first box that uses it, and edges
// connect its producer directly with its users. Options::everything draws plumbing as boxes.
//
// Unit: the width of a character; a line of text is 2 units high. y grows downwards; the drawing begins at (0, 0). Both
// functions take O(n log n), n = instructions + operands + calls in the result. Results are bit-identical on all
// platforms.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::drawing {

using PlaceId = uint32_t;
using hlo::kNone;

enum class Kind : uint8_t { kInstruction, kComputation, kSection, kRepeat };

// A node of the outline tree: a box that can be drawn, or folded plumbing.
struct Place {
  Kind kind = Kind::kInstruction;
  bool folded = false;     // plumbing: drawn as a pin on `host` unless Options::everything is set
  uint16_t depth = 0;      // root: 0
  PlaceId parent = kNone;  // root: kNone
  PlaceId end = 0;         // descendants are the ids after this one and before `end`; if any, the place can be opened
  PlaceId host = kNone;    // folded: the place in the same computation that it is pinned to, or kNone
  hlo::InstructionId instruction = kNone;  // kInstruction
  hlo::ComputationId computation = kNone;  // the computation that contains the place; kComputation: the one it shows
  uint32_t label = kNone;                  // kSection, kRepeat: index in Outline::labels
  // Number of instructions in the place, including itself, folded ones and closed descendants. A computation that is
  // called several times counts each time, except in the root. At most UINT32_MAX - 1.
  uint32_t instructions = 0;
  uint32_t repeats = 0;  // kRepeat: number of copies
};

struct Label {
  std::string name;     // "layer_3", "block", or empty
  std::string summary;  // main operations, "dot ×9, reduce ×3"; of a kRepeat: those of one copy
};

// The tree of places in preorder. Place 0 is the entry computation. The id of a place depends on the module alone.
//
// A computation has places at each of its calls. If that made more than 4 · instructions + 10,000 places, only the
// first call of each computation can be opened.
struct Outline {
  std::vector<Place> places;
  std::vector<Label> labels;
  std::vector<PlaceId> placeOf;  // [instructions] first place of each; kNone for instructions of combiners

  bool openable(PlaceId place) const { return places[place].end > place + 1; }
};

Outline buildOutline(const hlo::Module& module);

// The two lines of text in a box, not shortened. Title: "dot.12", "block × 32", "body: region_0.5". Subtitle: the shape
// without layout, "412 instructions: dot ×9, reduce ×3", or "each dot ×9, reduce ×3".
std::string title(const hlo::Module& module, const Outline& outline, PlaceId place);
std::string subtitle(const hlo::Module& module, const Outline& outline, PlaceId place);

struct Options {
  // Places to open, in any order; places that cannot be opened or that are in a closed box are ignored. The root is
  // always open.
  std::vector<PlaceId> open;
  bool openAll = false;     // open all places
  bool everything = false;  // draw plumbing as boxes
};

enum BoxFlags : uint8_t { kOpen = 1, kOpenable = 2 };

// kStub: an edge that is too long or would overcrowd a rank. It has only a short line below the producer and one above
// the user, to be labelled with the name of the other end. Only stubs may run upwards: between columns of copies, and
// with Options::everything. kControl: a control dependency without data.
enum EdgeFlags : uint8_t { kStub = 1, kControl = 2 };

struct Drawing {
  float width = 0, height = 0;

  // Boxes in preorder, so that rendering in this order paints children over parents. Box 0 is the root.
  std::vector<float> rects;       // [boxes, 4] x, y, w, h
  std::vector<PlaceId> places;    // [boxes]
  std::vector<uint32_t> parents;  // [boxes] parent box; kNone for the root
  std::vector<uint8_t> flags;     // [boxes] BoxFlags

  // Edges from the box of the producer to the box of the user, one per pair of boxes. The polyline of edge e has the
  // points [pointBegin[e], pointBegin[e + 1]), top to bottom, from the lower border of `from` to the upper border of
  // `to`. Render two consecutive points with equal x as a straight line, others as an S-curve with vertical ends; the
  // strip between them contains no unrelated box. A stub has four points: two lines.
  std::vector<uint32_t> from, to;    // [edges] boxes
  std::vector<uint8_t> edgeFlags;    // [edges] EdgeFlags
  std::vector<uint32_t> pointBegin;  // [edges + 1]
  std::vector<float> points;         // [points, 2] x, y

  // Pins on the upper border of a box: the folded instructions that this box is the first to use.
  std::vector<uint32_t> pinBoxes;  // [pins]
  std::vector<PlaceId> pinPlaces;  // [pins]
  std::vector<float> pinX;         // [pins] y is that of the upper border of the box

  // [places] the box that shows a place: its own, that of its host, or the closed box that contains it; kNone for a
  // folded place without a host in an open box.
  std::vector<uint32_t> boxOf;
  uint64_t steps = 0;  // number of elementary steps of the layout, for tests of its running time

  size_t boxes() const { return places.size(); }
  size_t edges() const { return from.size(); }
};

Drawing draw(const hlo::Module& module, const Outline& outline, const Options& options = {});

}  // namespace hlorank::drawing
