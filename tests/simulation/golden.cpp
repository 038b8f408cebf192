#include "tests/simulation/golden.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <sstream>
#include <vector>

#include "shared/configs/dataset.h"
#include "shared/hlo/read.h"
#include "shared/npz/inflate.h"
#include "shared/simulation/layouts.h"
#include "shared/simulation/loops.h"
#include "shared/simulation/signature.h"
#include "shared/simulation/simulator.h"
#include "tests/support/suite.h"

namespace hlorank::simulation {
namespace {

using Fields = std::vector<std::string>;
using Counts = std::map<std::string, size_t>;

Fields split(const std::string& line) {
  Fields fields;
  std::stringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
  return fields;
}

template <class List>
std::string joined(const List& list) {
  std::string text;
  for (const auto x : list) text += (text.empty() ? "" : ",") + std::to_string(x);
  return text;
}

// Returns the dimensions whose size is not 1, from minor to major.
std::string orderText(Sizes sizes, const Order& order) {
  std::vector<int> list;
  for (const uint8_t d : order.list())
    if (sizes[d] != 1) list.push_back(d);
  return joined(list);
}

struct GoldenProgram {
  std::string collection, name;
  bool isMatched = true;
  Counts slots, results;  // key: "node tensor" or "computation name"; value: layout, only if not row-major
  std::map<std::string, std::string> slotLayouts, resultLayouts;
  std::map<int, Counts> copies, loops;  // by index of the configuration
};

std::vector<GoldenProgram> readGolden(std::string& jaxlib) {
  const std::string packed = test::readFile(test::testData("simulation/layouts.tsv.gz"));
  Result<std::string> text = npz::gunzip(packed, int64_t{64} << 20);
  EXPECT_TRUE(text.ok());
  std::vector<GoldenProgram> programs;
  std::stringstream lines(text.ok() ? *text : "");
  int configuration = 0;
  for (std::string line; std::getline(lines, line);) {
    const Fields f = split(line);
    const auto field = [&](size_t i) { return i < f.size() ? f[i] : std::string(); };
    if (f[0] == "jaxlib") jaxlib = field(1);
    if (f[0] == "program") programs.push_back({field(1), field(2)});
    if (f[0] == "unmatched") programs.back().isMatched = false;
    if (f[0] == "slot") programs.back().slotLayouts[field(1) + " " + field(2)] = field(3);
    if (f[0] == "instruction") programs.back().resultLayouts[field(1) + " " + field(2)] = field(3);
    if (f[0] == "configuration") configuration = std::stoi(field(1));
    if (f[0] == "configuration") programs.back().copies[configuration], programs.back().loops[configuration];
    if (f[0] == "copy")
      programs.back().copies[configuration][field(2) + " " + field(3) + " to " + field(4)] += std::stoul(field(1));
    if (f[0] == "loop") programs.back().loops[configuration][field(2) + " " + field(3)] += std::stoul(field(1));
  }
  return programs;
}

// A program and the state of its simulated compilation, step by step.
struct Simulation {
  hlo::Module module;
  configs::Problem problem;
  std::vector<PreparedComputation> computations;

  explicit Simulation(const GoldenProgram& golden) {
    const std::string stem = std::string(HLORANK_ROOT) + "/data/layouts/" + golden.collection + "/" + golden.name;
    module = std::move(hlo::readModule(test::readFile(stem + ".hlo.txt.gz"))->module);
    problem = std::move(*configs::readProblem(*npz::read(test::readFile(stem + ".npz")), golden.name, &module));
    computations = prepare(module, problem.program, problem.configurations.table);
  }

  std::vector<Order> constraintsOf(const PreparedComputation& c, int configuration) const {
    std::vector<Order> constraints(c.slots.size());
    if (configuration < 0) return constraints;
    const configs::LayoutTable& table = problem.configurations.table;
    for (size_t k = 0; k < constraints.size(); ++k) {
      const uint32_t row =
          table.rowBegin[c.slots[k]] + problem.configurations.choice(static_cast<size_t>(configuration))[c.slots[k]];
      const uint32_t value =
          configs::valueOf(problem.program, table.nodes[table.slots[c.slots[k]].position], c.tensors[k]);
      if (table.layouts[row] == configs::kAbsent) continue;
      constraints[k].rank = 0;
      for (const int8_t d : configs::completed(problem.program, value, table.layouts[row]))
        if (d >= 0) constraints[k].append(static_cast<size_t>(d));
    }
    return constraints;
  }

  std::string opcode(const PreparedComputation& c, uint32_t node) const {
    if (node == kNone) return "output";
    if (node >= c.instructions) return "constraint";
    return std::string(hlo::name(module.instructions[c.firstInstruction + node].opcode));
  }
  std::string name(const PreparedComputation& c, uint32_t node) const {
    if (node == kNone) return "output";
    if (node >= c.instructions)
      return name(c, c.owners[node - c.instructions]) + "." + std::to_string(c.tensors[node - c.instructions]);
    return std::string(module.instructions[c.firstInstruction + node].name);
  }
};

// Compares two multisets of counts and adds the result to `match`. `extra` receives what only the prediction contains,
// `missing` what only the recording contains.
void compare(const Counts& predicted, const Counts& recorded, Match& match, Counts& extra, Counts& missing) {
  for (const auto& [key, n] : predicted) {
    const auto found = recorded.find(key);
    const size_t both = found == recorded.end() ? 0 : std::min(n, found->second);
    match.both += both;
    match.predictedOnly += n - both;
    if (n > both) extra[key] = n - both;
  }
  for (const auto& [key, n] : recorded) {
    const auto found = predicted.find(key);
    const size_t both = found == predicted.end() ? 0 : std::min(n, found->second);
    match.recordedOnly += n - both;
    if (n > both) missing[key] = n - both;
  }
}

// Replaces the sizes in a key by the number of elements: "f 4,8" becomes "f 32".
std::string elementsKey(const std::string& key) {
  std::stringstream sizes(key.substr(2));
  int64_t elements = 1;
  for (std::string size; std::getline(sizes, size, ',');) elements *= std::stoll(size);
  return key.substr(0, 2) + std::to_string(elements);
}

Counts byElements(const Counts& loops) {
  Counts counts;
  for (const auto& [key, n] : loops) counts[elementsKey(key)] += n;
  return counts;
}

// Describes the simulated loops in the form in which XLA's loops are recorded, by their signatures.
Counts describeLoops(const PreparedComputation& c, const Layouts& layouts, const Loops& loops, Counts& by,
                     const Simulation& simulation) {
  Counts counts;
  for (const Nest& nest : loops.nests) {
    const std::string signature = signatureOf(c, layouts, loops, nest);
    if (signature.empty() || signature == kProductSignature) continue;
    const std::string key = (signature.rfind("copy", 0) == 0 ? "c" : "f") + signature.substr(4);
    ++counts[key];
    by[key + " " + (nest.kind == NestKind::kCopy ? "copy of " : "loop of ") + simulation.opcode(c, nest.value) +
       " for " + simulation.opcode(c, nest.reader) + " (" + simulation.name(c, nest.value) + ")"]++;
  }
  return counts;
}

void compareResults(const Simulation& simulation, const GoldenProgram& golden, const PreparedComputation& c,
                    const Layouts& layouts, Agreement& agreement, bool print) {
  const std::string computation(
      simulation.module.computations[simulation.module.instructions[c.firstInstruction].computation].name);
  for (uint32_t i = 0; i < c.instructions; ++i) {
    if (!layouts.result[i].isSet() || orderText(c.sizesOf(i), layouts.result[i]).size() < 2) continue;
    const auto found = golden.resultLayouts.find(computation + " " + simulation.name(c, i));
    const bool special = found != golden.resultLayouts.end();
    const std::string predicted = orderText(c.sizesOf(i), layouts.result[i]);
    const std::string recorded = special ? found->second : orderText(c.sizesOf(i), rowMajor(c.nodes[i].rank));
    ++agreement.results;
    agreement.resultsRight += predicted == recorded;
    agreement.resultsOtherThanRowMajor += special;
    agreement.resultsOtherThanRowMajorRight += special && predicted == recorded;
    if (predicted == recorded) continue;
    ++agreement.classes["result of " + simulation.opcode(c, i)];
    if (print)
      std::printf("  result %s: %s, recorded %s\n", simulation.name(c, i).c_str(), predicted.c_str(), recorded.c_str());
  }
}

void compareSlots(const Simulation& simulation, const GoldenProgram& golden, Agreement& agreement) {
  if (!golden.isMatched) return;
  const configs::LayoutTable& table = simulation.problem.configurations.table;
  Simulator simulator(simulation.module, simulation.problem.program, simulation.problem.configurations);
  const std::vector<configs::Layout> predicted = simulator.compilerDefault();
  for (size_t s = 0; s < table.slots.size(); ++s) {
    const uint32_t value =
        configs::valueOf(simulation.problem.program, table.nodes[table.slots[s].position], table.slots[s].tensor);
    const std::span<const int64_t> sizes = simulation.problem.program.dimensions(value);
    std::vector<int> list, plain;
    for (const int8_t d : predicted[s])
      if (d >= 0 && sizes[static_cast<size_t>(d)] != 1) list.push_back(d);
    for (size_t d = sizes.size(); d-- > 0;)
      if (sizes[d] != 1) plain.push_back(static_cast<int>(d));
    const auto found =
        golden.slotLayouts.find(std::to_string(table.slots[s].position) + " " + std::to_string(table.slots[s].tensor));
    const bool special = found != golden.slotLayouts.end();
    const bool right = joined(list) == (special ? found->second : joined(plain));
    ++agreement.slots;
    agreement.slotsRight += right;
    agreement.slotsOtherThanRowMajor += special;
    agreement.slotsOtherThanRowMajorRight += special && right;
  }
}

}  // namespace

Agreement compareWithGolden(const std::string& only) {
  Agreement agreement;
  for (const GoldenProgram& golden : readGolden(agreement.jaxlib)) {
    if (!only.empty() && golden.name != only) continue;
    const Simulation simulation(golden);
    ++agreement.programs;
    compareSlots(simulation, golden, agreement);
    for (const auto& [configuration, recordedCopies] : golden.copies) {
      ++agreement.configurations;
      if (!only.empty()) std::printf("configuration %d\n", configuration);
      Counts copies, loops, wrongBy, loopsBy, extra, missing;
      for (const PreparedComputation& c : simulation.computations) {
        Layouts layouts;
        Loops found;
        std::vector<Copy> list;
        Propagation(c).run(simulation.constraintsOf(c, configuration), layouts);
        listCopies(c, layouts, list);
        for (const Copy& copy : list) {
          const Sizes sizes = c.sizesOf(copy.value);
          const std::string key =
              joined(sizes) + " " + orderText(sizes, copy.from) + " to " + orderText(sizes, copy.to);
          ++copies[key];
          wrongBy[key + " copy of " + simulation.opcode(c, copy.value) + " for " + simulation.opcode(c, copy.reader) +
                  " (" + simulation.name(c, copy.value) + " for " + simulation.name(c, copy.reader) + ")"]++;
        }
        if (configuration < 0) compareResults(simulation, golden, c, layouts, agreement, !only.empty());
        Fusion(c).run(layouts, found);
        for (const auto& [key, n] : describeLoops(c, layouts, found, loopsBy, simulation)) loops[key] += n;
      }
      const auto report = [&](const char* what, const Counts& by) {
        for (const auto& [key, n] : extra) {
          agreement.classes[std::string(what) + " too many"] += n;
          if (only.empty()) continue;
          std::printf("  %s too many: %zu %s\n", what, n, key.c_str());
          for (const auto& [place, k] : by)
            if (place.rfind(key + " ", 0) == 0) std::printf("    %s\n", place.c_str());
        }
        for (const auto& [key, n] : missing) {
          agreement.classes[std::string(what) + " missing"] += n;
          if (!only.empty()) std::printf("  %s missing: %zu %s\n", what, n, key.c_str());
        }
        for (const auto& [key, n] : extra)
          for (const auto& [place, k] : by)
            if (place.rfind(key + " ", 0) == 0)
              agreement.classes[place.substr(key.size() + 1, place.find(" (") - key.size() - 1) + ", " + what +
                                " too many"]++;
        extra.clear();
        missing.clear();
      };
      compare(copies, recordedCopies, configuration < 0 ? agreement.copiesUnconstrained : agreement.copies, extra,
              missing);
      report("copy", wrongBy);
      compare(loops, golden.loops.at(configuration), agreement.loops, extra, missing);
      extra.clear();
      missing.clear();
      compare(byElements(loops), byElements(golden.loops.at(configuration)), agreement.loopsByElements, extra, missing);
      Counts places;
      for (const auto& [place, n] : loopsBy) {
        const size_t end = place.find(' ', 2);
        places[elementsKey(place.substr(0, end)) + place.substr(end)] += n;
      }
      report("loop", places);
    }
  }
  return agreement;
}

}  // namespace hlorank::simulation
