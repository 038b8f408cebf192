// Output of `tune`: text, JSON, and a folder with the tuned program.
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
  SearchResult found;
  std::optional<Speedup> speedup;  // nullopt: no configuration was faster than the compiler default
  bool isGain() const { return speedup && speedup->isGain(); }
};

// {version, file, name, model, strategy, seed, gain,
//  speedup: {ratio, low, high, automatic, tuned, passes: [ratio..]} | null,
//  search: {compilations, failures, seconds, interrupted, best},
//  slots, parameters: [[type, [dimensions]]],
//  constraints: [{computation, instruction, opcode, shape, tensor, value, layout, automatic, changed, source, op}],
//  history: [{measurement, kind, time, ratio, best, duplicate}]}
// Times are in seconds. Each `ratio` and `best` is time of the compiler default / time of the configuration: higher is
// faster. Layouts are minor to major. `automatic` is the time or layout of the compiler default..
// `constraints` are those of the winner; empty if there is no gain.
nlohmann::ordered_json toJson(const Space& space, const Outcome& outcome);

// Prints the outcome as text to stdout.
void print(const Space& space, const Outcome& outcome);

// Writes the folder of -o: original.hlo, tuned.hlo (with layout constraints; equal to original.hlo if there is no
// gain), layouts.json (the JSON above), apply.py, constraints.py, history.csv.
Result<bool> writeFolder(const std::string& folder, const Space& space, const Outcome& outcome);

// Content of constraints.py: one line of JAX per constraint.
std::string constraintsPython(const Space& space, const Outcome& outcome);
std::string historyCsv(const SearchResult& found);

}  // namespace hlorank::tune
