// Output of `tune`: text, JSON, and a folder with the tuned program.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "native/tune/tuner.h"
#include "native/tune/verify.h"

namespace hlorank::tune {

// Result of `tune` for one program.
struct Outcome {
  std::string file, model, strategy;  // path of the program, name of the model, name of the search strategy
  uint64_t seed = 1;
  SearchResult found;
  std::optional<Speedup> speedup;  // of the fastest configuration; nullopt: none was faster than the compiler default
  // Whether the fastest configuration is significantly faster (Speedup::isGain); else tuned.hlo equals original.hlo.
  bool isGain() const { return speedup && speedup->isGain(); }
};

// {version, file, name, model, strategy, seed, gain,
//  speedup: {ratio, low, high, automatic, tuned, passes: [ratio..]} | null,
//  search: {compilations, failures, seconds, interrupted, best},
//  slots, parameters: [[type, [dimensions]]],
//  constraints: [{computation, instruction, opcode, shape, tensor, value, layout, automatic, changed, source, op}],
//  history: [{measurement, kind, time, ratio, best, duplicate}]}
// Returns the outcome as JSON with the fields above. Times are in seconds. Each `ratio`, `low`, `high` and `best` is
// time of the compiler default / time of the configuration: higher is faster. `automatic` is the time or layout of the
// compiler default. Layouts are minor to major. `constraints` are those of the fastest configuration; empty if no gain.
nlohmann::ordered_json toJson(const Space& space, const Outcome& outcome);

// Prints the outcome as text to the standard output.
void print(const Space& space, const Outcome& outcome);

// Writes the folder of `tune -o`: original.hlo, tuned.hlo (with layout constraints; equal to original.hlo if no gain),
// layouts.json (see toJson), apply.py, constraints.py and history.csv. Error: a file cannot be written.
Result<bool> writeFolder(const std::string& folder, const Space& space, const Outcome& outcome);

// Returns the content of constraints.py: one JAX statement per layout constraint; only comments if no gain.
std::string constraintsPython(const Space& space, const Outcome& outcome);
// Returns the content of history.csv: one line per timed configuration. The columns ratio_to_auto and best_so_far are
// time of the configuration / time of the compiler default: lower is faster.
std::string historyCsv(const SearchResult& found);

}  // namespace hlorank::tune
