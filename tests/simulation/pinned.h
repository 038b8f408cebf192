// Small programs with a configuration that pins the layouts of some tensors, for tests of the compiler simulation.
#pragma once

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shared/graph/graph.h"
#include "shared/simulation/simulator.h"
#include "tests/graph/module_of.h"

namespace hlorank::simulation {

inline constexpr char kAdd[] =
    "add {\n  x = f32[] parameter(0)\n  y = f32[] parameter(1)\n  ROOT z = f32[] add(x, y)\n}\n\n";

struct Pin {
  std::string instruction;
  uint8_t tensor;  // 0: output; otherwise index of the operand + 1
  configs::Layout layout;
};

inline configs::Layout layoutOf(std::initializer_list<int> order) {
  configs::Layout layout = configs::kAbsent;
  std::transform(order.begin(), order.end(), layout.begin(), [](int d) { return static_cast<int8_t>(d); });
  return layout;
}

// Returns the features of the accesses of `loops`, one after another.
inline std::vector<AccessTable::Features> featuresOf(const Simulator& simulator, const std::vector<Loop>& loops) {
  std::vector<AccessTable::Features> features(loops.size());
  for (size_t i = 0; i < loops.size(); ++i) {
    const auto access = simulator.accesses()[loops[i].access];
    std::copy(access.begin(), access.end(), features[i].begin());
  }
  return features;
}

// A program with one configuration that constrains the layouts of some tensors.
struct Pinned {
  hlo::Module module;
  graph::Program program;
  configs::Configurations configurations;
  std::vector<uint8_t> choice, free;
  Rules rules;

  Pinned(const std::string& text, std::vector<Pin> pins) : module(test::moduleOf(text)) {
    program = graph::makeProgram(module, graph::makeGraph(module));
    configs::LayoutTable& table = configurations.table;
    std::sort(pins.begin(), pins.end(), [&](const Pin& a, const Pin& b) {
      return std::pair(node(a.instruction), a.tensor) < std::pair(node(b.instruction), b.tensor);
    });
    table.rowBegin.push_back(0);
    for (const Pin& pin : pins) {
      if (table.nodes.empty() || table.nodes.back() != node(pin.instruction))
        table.nodes.push_back(node(pin.instruction));
      table.slots.push_back({static_cast<uint32_t>(table.nodes.size() - 1), pin.tensor});
      table.layouts.push_back(configs::kAbsent);
      table.layouts.push_back(pin.layout);
      table.rowBegin.push_back(static_cast<uint32_t>(table.layouts.size()));
    }
    choice.assign(pins.size(), 1);
    free.assign(pins.size(), 0);
  }

  uint32_t node(const std::string& name) const { return test::nodeOf(module, name); }
  std::string name(uint32_t node) const {
    return node == Loop::kNoNode ? "output" : std::string(module.instructions[node].name);
  }
  Simulator simulator() const { return Simulator(module, program, configurations, rules); }
  // Returns the steps of the layout propagation as texts such as "take exp".
  std::vector<std::string> steps() const {
    static constexpr const char* kWords[] = {"begin ", "take ", "keep ", "stop "};
    std::vector<std::string> words;
    for (const LayoutStep& step : simulator().propagate(choice).steps)
      words.push_back(kWords[static_cast<size_t>(step.kind)] + name(step.instruction));
    return words;
  }

  // Returns the inserted copies as "value reader from to", for example "a n {1,0} {0,1}".
  std::multiset<std::string> copies() const {
    std::multiset<std::string> texts;
    for (const LayoutCopy& copy : simulator().propagate(choice).copies)
      texts.insert(name(copy.instruction) + " " + name(copy.consumer) + " " + configs::toString(copy.from) + " " +
                   configs::toString(copy.to));
    return texts;
  }
  std::vector<Loop> loops(const std::vector<uint8_t>& rows) const { return simulate(rows).first; }
  // Returns the features of the accesses of loops(rows), one after another.
  std::vector<AccessTable::Features> features(const std::vector<uint8_t>& rows) const { return simulate(rows).second; }
  std::pair<std::vector<Loop>, std::vector<AccessTable::Features>> simulate(const std::vector<uint8_t>& rows) const {
    Simulator used = simulator();
    std::vector<Loop> loops;
    used.simulate(rows, loops);
    return {loops, featuresOf(used, loops)};
  }
  // Returns what loops access, as "value reads operand" and "value writes", each once.
  std::set<std::string> accesses(const std::vector<uint8_t>& rows) const {
    std::set<std::string> texts;
    for (const Loop& loop : loops(rows)) {
      const char* kind = loop.kind == LoopKind::kCopy ? " copies " : " reads ";
      texts.insert(name(loop.instruction) +
                   (loop.operand == Loop::kNoNode ? std::string(" writes") : kind + name(loop.operand)));
    }
    return texts;
  }
};

inline std::string entry(const std::string& body) {
  return "HloModule m\n\nENTRY e {\n" + body + "}\n";
}
inline std::string withAdd(const std::string& body) {
  return std::string("HloModule m\n\n") + kAdd + "ENTRY e {\n" + body + "}\n";
}

using Texts = std::multiset<std::string>;
using Set = std::set<std::string>;
inline const configs::Layout kColumns = layoutOf({0, 1});

inline size_t inputIndex(std::string_view name) {
  return static_cast<size_t>(std::find(kAccessFeatureNames.begin(), kAccessFeatureNames.end(), name) -
                             kAccessFeatureNames.begin());
}

}  // namespace hlorank::simulation
