#include "native/tune/report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "native/base/files.h"
#include "native/base/output.h"
#include "native/tune/apply_script.h"  // generated from apply.py by CMake: kApplyScript
#include "shared/base/decimal.h"
#include "shared/session/constraints.h"

namespace hlorank::tune {
namespace {

using nlohmann::ordered_json;
using session::Constraint;

constexpr size_t kChangesShown = 12;  // layout constraints that the text output lists

// Returns the layout constraints of a configuration; those that differ from the compiler default's layout come first.
std::vector<Constraint> constraintsOf(const Space& space, const Choice& choice) {
  return session::constraintsOf(*space.subject().module, space.table(), choice, space.base());
}

const Choice& winnerOf(const Outcome& outcome) {
  return outcome.found.attempts[outcome.found.winner].choice;
}

// Returns the fastest configuration if it is a gain (Speedup::isGain), else the one without constraints.
Choice recommended(const Space& space, const Outcome& outcome) {
  return outcome.isGain() ? winnerOf(outcome) : space.unconstrained();
}

ordered_json orderOf(const configs::Layout& layout) {
  ordered_json order = ordered_json::array();
  for (const int8_t dimension : layout) {
    if (dimension >= 0) order.push_back(dimension);
  }
  return order;
}

ordered_json toJson(const Constraint& constraint) {
  ordered_json json = {{"computation", constraint.computation}, {"instruction", constraint.instruction},
                       {"opcode", constraint.opcode},           {"shape", constraint.shape},
                       {"tensor", constraint.tensor},           {"value", constraint.value},
                       {"layout", orderOf(constraint.layout)},  {"automatic", orderOf(constraint.base)},
                       {"changed", constraint.changed}};
  json["source"] = constraint.source.file.empty()
                       ? ordered_json()
                       : ordered_json{{"file", constraint.source.file}, {"line", constraint.source.line}};
  json["op"] = constraint.op.empty() ? ordered_json() : ordered_json(constraint.op);
  return json;
}

// Calls visit(measurement, attempt, speedup, best speedup so far) for every timed attempt, in order of compilation;
// `measurement` counts from 0. A speedup is time of the compiler default / time of the attempt: higher is faster.
template <class Visit>
void forHistory(const SearchResult& found, Visit visit) {
  double best = 0;
  int measurement = 0;
  for (const Attempt& attempt : found.attempts) {
    if (attempt.rounds == 0) continue;
    best = std::min(best, attempt.logRatio);
    visit(measurement++, attempt, std::exp(-attempt.logRatio), std::exp(-best));
  }
}

void printChanges(const Space& space, const Outcome& outcome) {
  const std::vector<Constraint> constraints = constraintsOf(space, winnerOf(outcome));
  const auto changed = static_cast<size_t>(
      std::count_if(constraints.begin(), constraints.end(), [](const Constraint& c) { return c.changed; }));
  native::print(
      "%zu of %zu slots get another layout than the compiler default, %zu are fixed to the compiler default's "
      "layout:\n",
      changed, space.slots(), constraints.size() - changed);
  for (size_t i = 0; i < std::min(constraints.size(), kChangesShown); ++i) {
    const Constraint& c = constraints[i];
    const std::string kind = c.changed ? "instead of " + configs::toString(c.base) : "fixed";
    native::print("  %s %s, %s %s: %s %s  %s\n", c.opcode.c_str(), c.instruction.c_str(), c.tensor.c_str(),
                  c.shape.c_str(), configs::toString(c.layout).c_str(), kind.c_str(), hlo::toString(c.source).c_str());
  }
  if (constraints.size() > kChangesShown) native::print("  and %zu more\n", constraints.size() - kChangesShown);
}

// Returns the content of history.csv: one line per timed configuration. The columns ratio_to_auto (of this
// configuration) and best_so_far are time of the configuration / time of the compiler default: lower is faster.
std::string historyCsv(const SearchResult& found) {
  std::string text = "measurement,kind,seconds,ratio_to_auto,best_so_far\n";
  forHistory(found, [&](int measurement, const Attempt& attempt, double ratio, double best) {
    char line[160];
    std::snprintf(line, sizeof line, "%d,%s,%.9g,%.5f,%.5f\n", measurement, attempt.kind.c_str(), attempt.time * 1e-9,
                  1 / ratio, 1 / best);
    text += line;
  });
  return text;
}

}  // namespace

ordered_json toJson(const Space& space, const Outcome& outcome) {
  const SearchResult& found = outcome.found;
  ordered_json json = {{"version", 1},
                       {"file", outcome.file},
                       {"name", space.subject().module->name},
                       {"model", outcome.model},
                       {"strategy", outcome.strategy},
                       {"seed", outcome.seed},
                       {"gain", outcome.isGain()}};
  json["speedup"] = nullptr;
  if (outcome.speedup) {
    json["speedup"] = {{"ratio", roundDecimal(outcome.speedup->ratio)},
                       {"low", roundDecimal(outcome.speedup->low)},
                       {"high", roundDecimal(outcome.speedup->high)},
                       {"automatic", roundDecimal(outcome.speedup->compilerDefault / 1e9)},
                       {"tuned", roundDecimal(outcome.speedup->tuned / 1e9)},
                       {"passes", outcome.speedup->ratios}};
  }
  json["search"] = {{"compilations", found.compilations},
                    {"failures", found.failures},
                    {"seconds", roundDecimal(found.seconds)},
                    {"interrupted", found.interrupted},
                    {"best", roundDecimal(std::exp(-found.attempts[found.winner].logRatio))}};
  json["slots"] = space.slots();
  json["parameters"] = collect::describeParameters(*space.subject().module);
  json["constraints"] = ordered_json::array();
  for (const Constraint& constraint : constraintsOf(space, recommended(space, outcome)))
    json["constraints"].push_back(toJson(constraint));
  json["history"] = ordered_json::array();
  forHistory(found, [&](int measurement, const Attempt& attempt, double ratio, double best) {
    json["history"].push_back({{"measurement", measurement},
                               {"kind", attempt.kind},
                               {"time", roundDecimal(attempt.time / 1e9)},
                               {"ratio", roundDecimal(ratio)},
                               {"best", roundDecimal(best)},
                               {"duplicate", attempt.duplicate >= 0}});
  });
  return json;
}

void print(const Space& space, const Outcome& outcome) {
  const SearchResult& found = outcome.found;
  const auto duplicates = std::count_if(found.attempts.begin(), found.attempts.end(),
                                        [](const Attempt& attempt) { return attempt.duplicate >= 0; });
  native::print("%s: %zu layout slots, %d compilation%s (%td duplicate%s, %d failed) in %.0f s\n", outcome.file.c_str(),
                space.slots(), found.compilations, found.compilations == 1 ? "" : "s",
                static_cast<ptrdiff_t>(duplicates), duplicates == 1 ? "" : "s", found.failures, found.seconds);
  if (!outcome.speedup) {
    native::print("no gain: no configuration was faster than the compiler default (%.4g ms)\n",
                  found.attempts[0].time * 1e-6);
    return;
  }
  const Speedup& speedup = *outcome.speedup;
  native::print("compiler default %.4g ms, tuned %.4g ms: %.3f times as fast, 95 %% interval %.3f to %.3f\n",
                speedup.compilerDefault * 1e-6, speedup.tuned * 1e-6, speedup.ratio, speedup.low, speedup.high);
  native::print("(median of %zu passes in a new process; %.3f times as fast during the search)\n",
                speedup.ratios.size(), std::exp(-found.attempts[found.winner].logRatio));
  if (outcome.isGain()) {
    printChanges(space, outcome);
  } else {
    native::print("no gain: the speedup is below 1 %% or not significant; keep the program unchanged\n");
  }
}

std::string constraintsPython(const Space& space, const Outcome& outcome) {
  return session::writeJax(
      constraintsOf(space, recommended(space, outcome)),
      "# Layout constraints that make this program faster. Insert each line after the expression that computes x.\n"
      "# XLA rewrites the program before it assigns layouts, so a shape below may be a reshaped or transposed form of\n"
      "# the shape in your source. In that case, constrain the same dimensions in the same order and measure again.\n"
      "# tuned.hlo, which apply.py runs, is exactly the program that was measured.\n",
      "None: no configuration was significantly faster than the compiler default.");
}

std::string describeFolder(const std::string& folder, const Outcome& outcome) {
  return outcome.isGain() ? "wrote the tuned program, its layout constraints and scripts to " + folder
                          : "wrote no faster program to " + folder +
                                ": tuned.hlo is the program unchanged, history.csv has the measured times";
}

Result<bool> writeFolder(const std::string& folder, const Space& space, const Outcome& outcome) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  const std::pair<const char*, std::string> files[] = {
      {"original.hlo", collect::printVariant(space.subject(), {})},
      {"tuned.hlo", collect::printVariant(space.subject(), recommended(space, outcome))},
      {"layouts.json", toJson(space, outcome).dump(1) + "\n"},
      {"apply.py", kApplyScript},
      {"constraints.py", constraintsPython(space, outcome)},
      {"history.csv", historyCsv(outcome.found)},
  };
  for (const auto& [name, bytes] : files) {
    auto written = native::writeFile(folder + "/" + name, bytes);
    if (!written) return written;
  }
  return true;
}

}  // namespace hlorank::tune
