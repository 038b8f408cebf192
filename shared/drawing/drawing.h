// A module as a picture: nested boxes in layers, edges that run downwards. Pure functions: module in, rectangles and
// polylines out.
//
// Two steps. `outlineOf` says what lies in what, once a module: a tree of *places*. The picture is `draw(outline,
// open)`: some boxes open, the others closed. Opening or closing a box changes sizes and positions, never which of two
// boxes comes first: ranks and order within a box are computed from the module alone.
//
//   entry
//   ├─ "block × 32"        kRepeat       consecutive parts of a computation with the same operations
//   │   ├─ block           kSection      of a long computation: a scope of the metadata's op_name, one repetition, or a
//   │   │   │                            part between two narrow waists; consecutive in a topological order, so that
//   │   │   │                            edges between sections run downwards as well
//   │   │   ├─ dot.1       kInstruction
//   │   │   ├─ fusion.7    kInstruction  with the instructions of the fused computation beneath; so has a call
//   │   │   └─ while.3     kInstruction  with its computations beneath; so has a conditional
//   │   │       ├─ body    kComputation
//   ...
// Operations with small combiners (reduce, sort, scatter, map, ...) are not opened; their combiners count as folded.
//
// Plumbing (parameters, constants and what only depends on constants, get-tuple-element, bitcast, tuples with at most
// one user) is folded: not a box, but a pin on the first box that uses it, and edges run past it from producer to user.
// `everything` draws it as boxes.
//
// Unit: the width of a character. A line of text is 2 units high. y grows downwards; the drawing begins at 0, 0.
// Cost of either function: O(n log n) in instructions + operands + calls of what it makes; the same bits everywhere.
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

struct Place {
  Kind kind = Kind::kInstruction;
  bool folded = false;     // plumbing: a pin on `host`, unless everything is drawn
  uint16_t depth = 0;      // of the root: 0
  PlaceId parent = kNone;  // of the root: kNone
  PlaceId end = 0;         // places beneath this one are (this, end); it can be opened when there are any
  PlaceId host = kNone;  // of a folded one: the instruction it is pinned to, in the same computation; kNone when there
                         // is none
  hlo::InstructionId instruction = kNone;  // kInstruction
  hlo::ComputationId computation = kNone;  // that the place belongs to; of kComputation: the one it shows
  uint32_t label = kNone;                  // Outline::labels, of kSection and kRepeat
  uint32_t instructions = 0;  // in it, itself and everything folded or closed beneath included; what is called several
                              // times counts every time, but in the root; capped at UINT32_MAX - 1
  uint32_t repeats = 0;       // kRepeat: how many
};

struct Label {
  std::string name;     // "layer_3", "block", or empty
  std::string summary;  // what it does, in short; of a repetition: what each copy does
};

// Places in preorder. Place 0 is the entry computation. The id of a place depends on the module alone.
//
// A computation that is called from several places is drawn at each of them. Where that would make more places than
// 4 x instructions + 10,000, only the first call of each computation can be opened.
struct Outline {
  std::vector<Place> places;
  std::vector<Label> labels;
  std::vector<PlaceId> placeOf;  // [instructions] the first place of each; kNone where only combiners have it

  bool openable(PlaceId place) const { return places[place].end > place + 1; }
};

Outline outlineOf(const hlo::Module& module);

// What a box says: "dot.12", "block × 32", "body: region_0.5"; and below it, smaller: the shape without layout, or
// "412 instructions: dot ×9, reduce ×3", or "each dot ×9, reduce ×3". Not shortened.
std::string title(const hlo::Module& module, const Outline& outline, PlaceId place);
std::string subtitle(const hlo::Module& module, const Outline& outline, PlaceId place);

struct Options {
  std::vector<PlaceId>
      open;                 // in any order; those that cannot be opened or are not seen are ignored. The root is open.
  bool openAll = false;     // all of them
  bool everything = false;  // plumbing too
};

enum BoxFlags : uint8_t { kOpen = 1, kOpenable = 2 };

// kStub: too long to be drawn through everything between, or one too many in a busy rank: a short line down from the
// producer and one into the user, to be labelled with the name of the other end.
// Only stubs ever run upwards: from the foot of a column of copies to the head of the next, and where `everything` is
// drawn.
// kControl: a control dependency only.
enum EdgeFlags : uint8_t { kStub = 1, kControl = 2 };

struct Drawing {
  float width = 0, height = 0;

  // Boxes in preorder: parents before children, so that drawing in this order paints children over parents. Box 0 is
  // the root.
  std::vector<float> rects;       // [boxes, 4] x, y, w, h
  std::vector<PlaceId> places;    // [boxes]
  std::vector<uint32_t> parents;  // [boxes] box; kNone of the root
  std::vector<uint8_t> flags;     // [boxes] BoxFlags

  // Edges, from the box of the producer to the box of the user; one for each pair of boxes. The line of edge e is the
  // points [pointBegin[e], pointBegin[e + 1]), top to bottom: from the lower border of `from` to the upper border of
  // `to`. Two points with the same x: a straight line. Otherwise: to be crossed with an S-curve whose ends are
  // vertical; the strip between their heights is free of boxes that the edge does not belong to. A stub has four
  // points: two lines.
  std::vector<uint32_t> from, to;    // [edges] boxes
  std::vector<uint8_t> edgeFlags;    // [edges] EdgeFlags
  std::vector<uint32_t> pointBegin;  // [edges + 1]
  std::vector<float> points;         // [points, 2] x, y

  // Pins on the upper border of their box: plumbing that it is the first to use.
  std::vector<uint32_t> pinBoxes;  // [pins]
  std::vector<PlaceId> pinPlaces;  // [pins]
  std::vector<float> pinX;         // [pins]; y is that of the box

  std::vector<uint32_t> boxOf;  // [places] the box that shows it: its own, that of its host, or the closed one around
                                // it; kNone for none (folded in an open box without a host)
  uint64_t steps = 0;           // elementary steps taken; grows with the size of what is drawn

  size_t boxes() const { return places.size(); }
  size_t edges() const { return from.size(); }
};

Drawing draw(const hlo::Module& module, const Outline& outline, const Options& options = {});

}  // namespace hlorank::drawing
