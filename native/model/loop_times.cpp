#include "native/model/loop_times.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numeric>
#include <string>

#include "shared/model/loop_inputs.h"
#include "shared/simulation/signature.h"
#include "shared/simulation/simulator.h"

namespace hlorank::model {
namespace {

using simulation::AccessTable;

// Maps the features of an access to how often it runs: elements × executions. A map, so that neither the order of
// configurations nor that of accesses matters.
using AccessWeights = std::map<AccessTable::Features, double>;

// The loop nests of one signature that a configuration runs.
struct Group {
  double executions = 0;   // of all nests in a run of the program
  double nanoseconds = 0;  // of compiled nests; 0 for simulated ones
  AccessWeights weights;   // of simulated nests; empty for compiled ones
};
using Groups = std::map<std::string, Group>;

Groups simulatedGroups(simulation::Simulator& simulator, std::span<const uint8_t> choice) {
  std::vector<simulation::Loop> loops;
  simulator.simulate(choice, loops);
  const std::vector<simulation::SignedNest> nests = simulator.nests();
  Groups groups;
  for (const simulation::SignedNest& nest : nests) groups[nest.signature].executions += nest.trips;
  for (const simulation::Loop& loop : loops) {
    AccessTable::Features features;
    const auto access = simulator.accesses()[loop.access];
    std::copy(access.begin(), access.end(), features.begin());
    groups[nests[loop.nest].signature].weights[features] += loop.elements * loop.trips;
  }
  groups.erase("");
  return groups;
}

// Compiled loop nests with their time, and the simulated nests that they are.
struct Match {
  double nanoseconds;
  AccessWeights weights;
  bool isProduct;  // whether they are the dots and convolutions of the program
};

// Removes from both lists the groups with equal keys that run equally often, and returns them. Dots and convolutions
// always match: only products of a matrix and a vector are simulated as loops.
std::vector<Match> takeMatches(Groups& compiled, Groups& simulated) {
  std::vector<Match> matches;
  for (auto next = compiled.begin(); next != compiled.end();) {
    const auto& [key, group] = *next;
    const bool isProduct = key == simulation::kProductSignature;
    const auto same = simulated.find(key);
    const double executions = same == simulated.end() ? 0 : same->second.executions;
    if (!isProduct && std::abs(executions - group.executions) > .01 * group.executions) {
      ++next;
      continue;
    }
    matches.push_back({group.nanoseconds, same == simulated.end() ? AccessWeights() : same->second.weights, isProduct});
    if (same != simulated.end()) simulated.erase(same);
    next = compiled.erase(next);
  }
  return matches;
}

// Replaces the sizes in the signatures by their product, which a bitcast of the result does not change.
Groups byElements(const Groups& groups) {
  Groups result;
  for (const auto& [signature, group] : groups) {
    const size_t space = signature.find(' ');
    double elements = 1;
    for (size_t at = space; at < signature.size(); at = signature.find(',', at + 1))
      elements *= std::strtod(signature.c_str() + at + 1, nullptr);
    Group& sum = result[signature.substr(0, space) + " " + std::to_string(elements)];
    sum.executions += group.executions;
    sum.nanoseconds += group.nanoseconds;
    for (const auto& [features, weight] : group.weights) sum.weights[features] += weight;
  }
  return result;
}

std::map<uint32_t, Groups> compiledGroups(const configs::Problem& problem) {
  std::map<uint32_t, Groups> groupsOf;  // by configuration
  for (const configs::InstructionTime& time : problem.instructionTimes) {
    if (time.signature.empty() || !(time.nanoseconds > 0)) continue;
    Group& group = groupsOf[time.configuration][time.signature];
    group.executions += time.executions;
    group.nanoseconds += time.nanoseconds;
  }
  return groupsOf;
}

}  // namespace

LoopTimes matchLoopTimes(const configs::Problem& problem, const simulation::Rules& rules) {
  LoopTimes matched;
  if (problem.instructionTimes.empty()) return matched;
  simulation::Simulator simulator(*problem.module, problem.program, problem.configurations, rules);
  // Maps the accesses of a group, and whether it is the dots and convolutions, to its times in several configurations.
  std::map<std::pair<AccessWeights, bool>, std::vector<double>> times;
  for (auto& [configuration, compiled] : compiledGroups(problem)) {
    const bool isFree = problem.configurations.isCompilerDefault(configuration);
    Groups simulated =
        simulatedGroups(simulator, isFree ? std::span<const uint8_t>() : problem.configurations.choice(configuration));
    const auto keep = [&](const std::vector<Match>& matches) {
      for (const Match& match : matches) times[{match.weights, match.isProduct}].push_back(match.nanoseconds);
    };
    keep(takeMatches(compiled, simulated));
    Groups compiledBySize = byElements(compiled), simulatedBySize = byElements(simulated);
    keep(takeMatches(compiledBySize, simulatedBySize));
  }

  const auto work = float(operationsOf(problem.program));
  LoopInputs groups;
  groups.begin.push_back(0);
  std::vector<float> works;
  std::map<AccessTable::Features, uint32_t> rowOf;  // maps features to their row in groups.accesses
  for (auto& [group, list] : times) {
    const auto middle = list.begin() + std::ptrdiff_t(list.size() / 2);
    std::nth_element(list.begin(), middle, list.end());
    for (const auto& [features, weight] : group.first) {
      const auto [row, isNew] = rowOf.try_emplace(features, uint32_t(rowOf.size()));
      if (isNew) groups.accesses.insert(groups.accesses.end(), features.begin(), features.end());
      groups.access.push_back(row->second);
      groups.weight.push_back(float(weight));
    }
    groups.begin.push_back(groups.access.size());
    works.push_back(group.second ? work : 0);
    matched.nanoseconds.push_back(float(*middle));
  }
  std::vector<uint32_t> all(works.size());
  std::iota(all.begin(), all.end(), 0u);
  matched.inputs = loopTensors(groups, all);
  matched.inputs.back().data = std::move(works);  // `work`, which differs between groups but not between configurations
  return matched;
}

}  // namespace hlorank::model
