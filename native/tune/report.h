// Output of `hlorank tune`: text, JSON, and a folder with the tuned program.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "native/tune/tuner.h"
#include "native/tune/verify.h"

namespace hlorank::tune {

// Result of `hlorank tune` for one program. The tuned program has the layouts of the fastest configuration.
struct Outcome {
  // Path of the program, name of the model, name of the search strategy.
  std::string file, model, strategy;
  uint64_t seed = 1;
  std::string platform = "cpu";  // JAX platform that it was measured on
  std::vector<int> cores;        // CPU cores that it was measured on; only for the platform cpu
  SearchResult found;
  // Speedup of the fastest configuration; nullopt if none was faster than the compiler default, or if the final
  // comparison failed.
  std::optional<Speedup> speedup;
  std::string unverified;  // why the final comparison failed; "" if it did not
  // Returns whether the fastest configuration is significantly faster than the compiler default (Speedup::isGain).
  bool isGain() const { return speedup && speedup->isGain(); }
  // Returns whether the tuned program has the layouts of the fastest configuration. Otherwise it is the original one.
  bool isTuned() const { return isGain() || !unverified.empty(); }
};

// Returns the outcome as JSON:
//
// {version, file, name, model, strategy, seed, platform, cores: [core..], gain,
//  speedup: {ratio, low, high, automatic, tuned, passes: [ratio..]} | null,
//  unverified, search: {compilations, failures, seconds, interrupted, measured, best, nothing},
//  slots, parameters: [[type, [dimensions]]],
//  constraints: [{computation, instruction, opcode, shape, tensor, value, layout, automatic, changed, source, op}],
//  history: [{measurement, kind, time, ratio, best, duplicate}]}
//
// `unverified` says why the final comparison failed, else it is null.
// `measured` is the length of `history`. If it is 0, `best` is null and `nothing` says why; else `nothing` is null.
// Times are in seconds. `ratio`, `low`, `high` and `best` are speedups, time of the compiler default / time of the
// configuration: higher is faster. `automatic` is the time or layout of the compiler default. Layouts are minor to
// major. `constraints` are those of the fastest configuration; empty unless outcome.isTuned().
nlohmann::ordered_json toJson(const Space& space, const Outcome& outcome);

// Returns why the search measured nothing, such as "the time limit ended the search before a configuration was timed";
// "" if it measured something.
std::string explainNothingMeasured(const SearchResult& found);

// Prints the result of `hlorank tune` as text to the standard output.
void print(const Space& space, const Outcome& outcome);

// Returns a line of text that says what writeFolder wrote to `folder`.
std::string describeFolder(const std::string& folder, const Outcome& outcome);

// Writes the folder of `hlorank tune -o`. original.hlo: the program. tuned.hlo: the program with layout constraints;
// equal to original.hlo unless outcome.isTuned(). layouts.json: see toJson. apply.py: runs tuned.hlo. constraints.py:
// JAX statements. history.csv: all measurements. The bool is always true. Error: a file cannot be written.
Result<bool> writeFolder(const std::string& folder, const Space& space, const Outcome& outcome);

// Returns the content of constraints.py: one JAX statement per layout constraint, or only comments unless
// outcome.isTuned().
std::string constraintsPython(const Space& space, const Outcome& outcome);

}  // namespace hlorank::tune
