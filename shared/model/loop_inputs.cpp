#include "shared/model/loop_inputs.h"

#include <unordered_map>

#include "shared/simulation/simulator.h"

namespace hlorank::model {

using simulation::kAccessFeatures;

double operationsOf(const graph::Program& program) {
  double all = 0;
  for (const auto& [node, roles] : program.rolesOfNodes) {
    double operations = 2 * program.extras[node].trips;
    for (const int64_t size : program.dimensions(node)) operations *= double(size);
    const auto operands = program.operands(node);
    if (operands.size() < 2) continue;
    const auto multiply = [&](uint32_t operand, const std::vector<graph::Role>& list, graph::Role role) {
      const auto sizes = program.dimensions(operand);
      for (size_t d = 0; d < list.size() && d < sizes.size(); ++d)
        if (list[d] == role) operations *= double(sizes[d]);
    };
    if (const graph::Convolution* convolution = program.convolution(node)) {
      operations *= convolution->windowElements;
      multiply(operands[1], roles[2], graph::Role::kInputFeature);
    } else {
      multiply(operands[0], roles[1], graph::Role::kContracting);
    }
    all += operations;
  }
  return all / kWorkUnit;
}

Result<bool> checkSimulated(const configs::Problem& problem) {
  if (problem.module) return true;
  return Error{"the program has no HLO module, which a loop model needs to simulate the compiler",
               "give the HLO file of the program, or use a model of another form"};
}

Result<LoopInputs> simulateLoops(const configs::Problem& problem, std::span<const std::span<const uint8_t>> choices,
                                 const simulation::Rules& rules) {
  if (const auto checked = checkSimulated(problem); !checked) return checked.error();
  LoopInputs all;
  all.work = float(operationsOf(problem.program));
  all.begin.push_back(0);
  simulation::Simulator simulator(*problem.module, problem.program, problem.configurations, rules);
  std::vector<simulation::Loop> loops;
  // For one configuration, maps an access to the index of its occurrence in all.access.
  std::unordered_map<uint32_t, size_t> occurrence;
  for (const std::span<const uint8_t> choice : choices) {
    loops.clear();
    occurrence.clear();
    simulator.simulate(choice, loops);
    for (const simulation::Loop& loop : loops) {
      const auto [place, isFirst] = occurrence.try_emplace(loop.access, all.access.size());
      if (isFirst) {
        all.access.push_back(loop.access);
        all.weight.push_back(0);
      }
      all.weight[place->second] += float(loop.elements * loop.trips);
    }
    all.begin.push_back(all.access.size());
  }
  const simulation::AccessTable& accesses = simulator.accesses();
  for (uint32_t access = 0; access < accesses.size(); ++access)
    all.accesses.insert(all.accesses.end(), accesses[access].begin(), accesses[access].end());
  return all;
}

std::vector<Tensor> loopTensors(const LoopInputs& all, std::span<const uint32_t> selected) {
  std::vector<float> accesses, weight;
  std::vector<int64_t> accessOf, configuration;
  std::unordered_map<uint32_t, int64_t> index;  // maps the index of an access in `all` to its index in `accesses`
  for (size_t c = 0; c < selected.size(); ++c)
    for (uint64_t o = all.begin[selected[c]]; o < all.begin[selected[c] + 1]; ++o) {
      const auto [found, isNew] = index.try_emplace(all.access[o], int64_t(index.size()));
      const float* inputs = all.accesses.data() + size_t(all.access[o]) * kAccessFeatures;
      if (isNew) accesses.insert(accesses.end(), inputs, inputs + kAccessFeatures);
      accessOf.push_back(found->second);
      configuration.push_back(int64_t(c));
      weight.push_back(all.weight[o]);
    }
  const int64_t occurrences = int64_t(weight.size());
  return {{"access", {int64_t(index.size()), int64_t(kAccessFeatures)}, std::move(accesses)},
          {"accessOf", {occurrences}, std::move(accessOf)},
          {"configuration", {occurrences}, std::move(configuration)},
          {"weight", {occurrences}, std::move(weight)},
          {"work", {int64_t(selected.size())}, std::vector<float>(selected.size(), all.work)}};
}

}  // namespace hlorank::model
