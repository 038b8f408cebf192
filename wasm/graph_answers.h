// What the drawing of a program asks beside its picture: what feeds what, where it comes from, its text.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <vector>

#include "shared/hlo/listing.h"
#include "shared/session/structure.h"
#include "wasm/answers.h"

namespace hlorank {

// {begin, sources, operands, opNames, sources of the code, text, lines}: see module.d.ts.
inline emscripten::val structureOf(const session::Opened& opened) {
  emscripten::val answer = emscripten::val::object();
  const session::Flow flow = session::flowOf(opened);
  answer.set("begin", copied("Uint32Array", flow.sources.begin));
  answer.set("feeds", copied("Uint32Array", flow.sources.ids));
  answer.set("operands", copied("Uint32Array", flow.operands));
  std::string opNames, origins;
  hlo::Listing listing;
  if (opened.module) {
    for (session::Origin& origin : session::originsOf(*opened.module)) {
      opNames += origin.opName + '\n';
      origins += origin.source + '\n';
    }
    listing = hlo::listingOf(*opened.module);
  }
  answer.set("opNames", opNames);
  answer.set("origins", origins);
  answer.set("text", listing.text);
  answer.set("lines", copied("Uint32Array", listing.lines));
  return answer;
}

}  // namespace hlorank
