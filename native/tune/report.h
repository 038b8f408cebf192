// What `tune` found, for people and for programs.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "native/tune/tuner.h"
#include "native/tune/verify.h"

namespace hlorank::tune {

struct Outcome {
  std::string file, model, strategy;
  uint64_t seed = 1;
  Found found;
  std::optional<Speedup> speedup;  // none: nothing was faster than the compiler's own choice
  bool isGain() const { return speedup && speedup->isGain(); }
};

// {version, file, name, model, strategy, seed, gain,
//  speedup: {ratio, low, high, automatic, tuned, passes: [..]} | null,        seconds; `ratio` of times, auto / tuned
//  search: {compilations, failures, seconds, interrupted, best},              `best`: ratio auto / best in the search
//  constraints: [{computation, instruction, opcode, shape, tensor, value, layout, automatic, changed, source, op}],
//  history: [{measurement, kind, time, ratio, best, twin}]}                   `ratio` of times, auto / this one
// Layouts are minor to major. `constraints` are the winner's; `automatic` is what the compiler chooses by itself.
nlohmann::ordered_json toJson(const Space& space, const Outcome& outcome);

void print(const Space& space, const Outcome& outcome);

// The folder of -o: original.hlo and tuned.hlo (tuned with its constraints; the same program where there is no gain),
// layouts.json (the JSON above), apply.py, constraints.py, history.csv. Error: it cannot be written.
Result<bool> writeFolder(const std::string& folder, const Space& space, const Outcome& outcome);

// constraints.py: a line of JAX for every constraint.
std::string constraintsPython(const Space& space, const Outcome& outcome);
std::string historyCsv(const Found& found);

}  // namespace hlorank::tune
