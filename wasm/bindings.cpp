// Exports the C++ core to JavaScript: the class Session and two functions. module.d.ts documents them.
#include <emscripten/bind.h>

#include "shared/profile/join.h"
#include "wasm/session.h"

namespace {

using emscripten::val;
using namespace hlorank;

// Returns the optimised HLO module in a profile as a JavaScript object {name, hlo, isOfProgram}, or {error} on failure:
// the one with the name of `program` if there is one, else the one with the most time.
val profiledModule(const std::string& file, const std::string& bytes, const std::string& program) {
  return guardedObject(file, [&](val& answer) -> std::string {
    const auto profiles = profile::readProfiles(bytes);
    if (!profiles) return failed(profiles.error(), file);
    const auto named = program.empty() ? std::vector<size_t>() : profile::findProfiles(*profiles, program);
    const profile::Profile& chosen = (*profiles)[named.empty() ? 0 : named.front()];
    if (chosen.hlo.empty())
      return failed({"this profile does not hold the module '" + chosen.module + "' that it measured",
                     "drop it together with the optimised HLO of the module"},
                    file);
    answer.set("name", chosen.module);
    answer.set("isOfProgram", !named.empty());
    answer.set("hlo", copied("Uint8Array", reinterpret_cast<const uint8_t*>(chosen.hlo.data()), chosen.hlo.size()));
    return {};
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(hlorank) {
  emscripten::function("profiledModule", &profiledModule);
  constexpr double kPageBytes = 65536;
  emscripten::function(
      "heapBytes", emscripten::optional_override([] { return double(__builtin_wasm_memory_size(0)) * kPageBytes; }));
  emscripten::class_<Session>("Session")
      .constructor<>()
      .function("open", &Session::open)
      .function("instructions", &Session::instructions)
      .function("outline", &Session::outline)
      .function("draw", &Session::draw)
      .function("structure", &Session::structure)
      .function("slots", &Session::slots)
      .function("costs", &Session::costs)
      .function("costGroups", &Session::costGroups)
      .function("details", &Session::details)
      .function("propagation", &Session::propagation)
      .function("inputs", &Session::inputs)
      .function("encodeChoices", &Session::encodeChoices)
      .function("rank", &Session::rank)
      .function("addScores", &Session::addScores)
      .function("unscoredChoices", &Session::unscoredChoices)
      .function("step", &Session::step)
      .function("top", &Session::top)
      .function("view", &Session::view)
      .function("explain", &Session::explain)
      .function("report", &Session::report)
      .function("choice", &Session::choice)
      .function("setUserConfigurations", &Session::setUserConfigurations)
      .function("settings", &Session::settings)
      .function("sideBySide", &Session::sideBySide)
      .function("best", &Session::best)
      .function("saved", &Session::saved);
}
