// Converts what the graph view shows to JavaScript: instructions, outline, drawing and data flow of a program. The
// outline is the tree of nested boxes that can be drawn, called places: computations, groups and instructions.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <vector>

#include "shared/drawing/drawing.h"
#include "shared/hlo/listing.h"
#include "shared/session/structure.h"
#include "wasm/answers.h"

namespace hlorank {

// Returns the instructions as a JavaScript object (type Instructions in answers.ts). Its fields `names`,
// `computations`, `opcodes` and `shapes` are strings with one line per instruction in node order. `configurable` has
// the node numbers of the instructions whose layouts can be chosen.
inline emscripten::val instructionsAnswer(const session::Opened& opened) {
  const graph::Graph& graph = opened.program.graph;
  std::string names, computations, opcodes, shapes;
  for (uint32_t node = 0; node < graph.nodes(); ++node) {
    names += session::nodeName(opened, node) + '\n';
    computations += session::computationName(opened, node) + '\n';
    opcodes += session::opcodeName(opened, node);
    opcodes += '\n';
    shapes += session::shapeName(opened, node) + '\n';
  }
  emscripten::val answer = emscripten::val::object();
  answer.set("names", names);
  answer.set("computations", computations);
  answer.set("opcodes", opcodes);
  answer.set("shapes", shapes);
  answer.set("configurable", copied("Uint32Array", graph.configurable));
  return answer;
}

// Returns the outline of a program, the tree of boxes that can be drawn, as a JavaScript object (type Outline in
// answers.ts). Its fields `titles` and `subtitles` are strings with one line per box.
inline emscripten::val outlineAnswer(const hlo::Module& module, const drawing::Outline& outline) {
  emscripten::val answer = emscripten::val::object();
  std::string titles, subtitles;
  std::vector<uint8_t> kinds, folded;
  std::vector<uint32_t> parents, ends, hosts, instructions, counts;
  for (drawing::PlaceId id = 0; id < outline.places.size(); ++id) {
    const drawing::Place& place = outline.places[id];
    titles += drawing::title(module, outline, id) + '\n';
    subtitles += drawing::subtitle(module, outline, id) + '\n';
    kinds.push_back(static_cast<uint8_t>(place.kind));
    folded.push_back(place.folded);
    parents.push_back(place.parent);
    ends.push_back(place.end);
    hosts.push_back(place.host);
    instructions.push_back(place.instruction);
    counts.push_back(place.instructions);
  }
  answer.set("titles", titles);
  answer.set("subtitles", subtitles);
  answer.set("kinds", copied("Uint8Array", kinds));
  answer.set("folded", copied("Uint8Array", folded));
  answer.set("parents", copied("Uint32Array", parents));
  answer.set("ends", copied("Uint32Array", ends));
  answer.set("hosts", copied("Uint32Array", hosts));
  answer.set("instructions", copied("Uint32Array", instructions));
  answer.set("counts", copied("Uint32Array", counts));
  answer.set("placeOf", copied("Uint32Array", outline.placeOf));
  return answer;
}

// Converts a drawing of the graph to a JavaScript object (type Drawing in answers.ts).
inline emscripten::val drawingAnswer(const drawing::Drawing& drawing) {
  emscripten::val answer = emscripten::val::object();
  answer.set("width", drawing.width);
  answer.set("height", drawing.height);
  answer.set("rects", copied("Float32Array", drawing.rects));
  answer.set("places", copied("Uint32Array", drawing.places));
  answer.set("parents", copied("Uint32Array", drawing.parents));
  answer.set("flags", copied("Uint8Array", drawing.flags));
  answer.set("from", copied("Uint32Array", drawing.from));
  answer.set("to", copied("Uint32Array", drawing.to));
  answer.set("edgeFlags", copied("Uint8Array", drawing.edgeFlags));
  answer.set("pointBegin", copied("Uint32Array", drawing.pointBegin));
  answer.set("points", copied("Float32Array", drawing.points));
  answer.set("pinBoxes", copied("Uint32Array", drawing.pinBoxes));
  answer.set("pinPlaces", copied("Uint32Array", drawing.pinPlaces));
  answer.set("pinX", copied("Float32Array", drawing.pinX));
  answer.set("boxOf", copied("Uint32Array", drawing.boxOf));
  return answer;
}

// Draws the graph and returns a JavaScript object (type Drawing in answers.ts). `open` is a Uint32Array with the
// numbers of the boxes to expand. `openAll` expands all boxes. `plumbing` draws parameters, constants and similar
// instructions as boxes too.
inline emscripten::val drawn(const hlo::Module& module, const drawing::Outline& outline, const emscripten::val& open,
                             bool openAll, bool plumbing) {
  drawing::Options options;
  options.open.resize(open["length"].as<size_t>());
  if (!options.open.empty())
    emscripten::val(emscripten::typed_memory_view(options.open.size(), options.open.data())).call<void>("set", open);
  options.openAll = openAll;
  options.plumbing = plumbing;
  return drawingAnswer(drawing::draw(module, outline, options));
}

// Returns the data flow, source lines and HLO text of a program as a JavaScript object (type Structure in answers.ts).
// Its fields `opNames` and `origins` are strings with one line per instruction.
inline emscripten::val structureAnswer(const session::Opened& opened) {
  emscripten::val answer = emscripten::val::object();
  const session::Flow flow = session::buildFlow(opened);
  answer.set("begin", copied("Uint32Array", flow.sources.begin));
  answer.set("feeds", copied("Uint32Array", flow.sources.ids));
  answer.set("operands", copied("Uint32Array", flow.operands));
  std::string opNames, origins;
  hlo::Listing listing;
  if (opened.module) {
    for (session::Origin& origin : session::readOrigins(*opened.module)) {
      opNames += origin.opName + '\n';
      origins += origin.source + '\n';
    }
    auto source = hlo::sourceListing(*opened.module);
    listing = source ? std::move(*source) : hlo::printListing(*opened.module);
    if (!listing.text.ends_with('\n')) listing.text += '\n';
  }
  answer.set("opNames", opNames);
  answer.set("origins", origins);
  answer.set("text", listing.text);
  answer.set("lines", copied("Uint32Array", listing.lines));
  return answer;
}

}  // namespace hlorank
