// A synthetic program for tests of the trainer: a few tensors with three layouts each, random analytical costs and
// features, and run times computed by a function of the test.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <vector>

#include "native/train/trainer.h"
#include "shared/configs/layout_space.h"
#include "shared/model/analytical.h"
#include "shared/model/inputs.h"

namespace hlorank::test {

struct Synthetic {
  configs::Configurations configurations;
  model::AnalyticalCosts analytical;
  std::vector<model::Tensor> inputs;

  train::Example example(std::vector<uint32_t> selected) const {
    return {"synthetic", nullptr, &configurations, &analytical, nullptr, &inputs, std::move(selected)};
  }
  train::Example example() const {
    std::vector<uint32_t> all;
    for (uint32_t c = 0; c < configurations.count; ++c) all.push_back(c);
    return example(std::move(all));
  }
};

inline constexpr int kSyntheticSlotFeatures = 5;
inline constexpr int kSyntheticNodeFeatures = 3;

// Builds a program with `slots` tensors of three layouts each, two tensors per node, and `count` configurations. The
// first configuration is the reference (layout 1 of every tensor). `time` returns the run time of a configuration in
// ns.
inline Synthetic makeSynthetic(uint32_t slots, size_t count, uint32_t seed,
                               const std::function<double(const Synthetic&, std::span<const uint8_t>)>& time) {
  std::mt19937 random(seed);
  const auto uniform = [&] { return float(random() % 10000) / 10000; };
  Synthetic s;
  configs::LayoutTable& table = s.configurations.table;
  const uint32_t nodes = (slots + 1) / 2;
  constexpr uint32_t kLayouts = 3;
  for (uint32_t node = 0; node < nodes; ++node) table.nodes.push_back(node);
  for (uint32_t slot = 0; slot < slots; ++slot) {
    table.slots.push_back({slot / 2, uint8_t(slot % 2)});
    table.rowBegin.push_back(slot * kLayouts);
    for (int8_t layout = 0; layout < int8_t(kLayouts); ++layout) table.layouts.push_back({layout, 7, -1, -1, -1, -1});
    s.configurations.reference.push_back(1);
    s.analytical.valueOfSlot.push_back(
        slot == 0 ? 0 : (slot - 1) / 2);  // the output of a node is the same value as the operand of the next
  }
  table.rowBegin.push_back(slots * kLayouts);
  s.analytical.values = s.analytical.valueOfSlot.back() + 1;
  for (uint32_t slot = 0; slot + 1 < slots; slot += 2) s.analytical.neighbours.push_back({slot, slot + 1});

  const int64_t rows = int64_t(table.rows());
  std::vector<float> terms, features;
  std::vector<int64_t> rowNode, pairs;
  for (int64_t row = 0; row < rows; ++row) {
    const bool reference = row % kLayouts == 1;
    std::array<float, model::kTerms> term = {};
    if (!reference) term = {uniform(), uniform() - .5f, uniform() - .5f, .1f};
    s.analytical.terms.push_back(term);
    terms.insert(terms.end(), term.begin(), term.end());
    for (int i = 0; i < kSyntheticSlotFeatures; ++i) features.push_back(uniform());
    rowNode.push_back(row / (2 * kLayouts));
  }
  for (const auto& [a, b] : s.analytical.neighbours)
    for (uint32_t i = 0; i < kLayouts; ++i)
      for (uint32_t j = 0; j < kLayouts; ++j) {
        pairs.push_back(a * kLayouts + i);
        pairs.push_back(b * kLayouts + j);
      }
  std::vector<float> node;
  std::vector<int64_t> opcode, consumer, producer;
  for (uint32_t i = 0; i < nodes; ++i) {
    for (int k = 0; k < kSyntheticNodeFeatures; ++k) node.push_back(uniform());
    opcode.push_back(random() % 100);
    if (i > 0) {
      consumer.push_back(i);
      producer.push_back(i - 1);
    }
    if (i > 1) {
      consumer.push_back(i);
      producer.push_back(0);
    }
  }
  const int64_t edges = int64_t(consumer.size()), entries = int64_t(pairs.size()) / 2;
  s.inputs = {{"terms", {rows, model::kTerms}, terms},
              {"slot", {rows, kSyntheticSlotFeatures}, features},
              {"rowNode", {rows}, rowNode},
              {"rowValue", {rows}, rowNode},
              {"opcode", {int64_t(nodes)}, opcode},
              {"node", {int64_t(nodes), kSyntheticNodeFeatures}, node},
              {"consumer", {edges}, consumer},
              {"producer", {edges}, producer},
              {"pairs", {entries, 2}, pairs}};

  s.configurations.count = count;
  for (size_t c = 0; c < count; ++c)
    for (uint32_t slot = 0; slot < slots; ++slot)
      s.configurations.choices.push_back(c == 0 || random() % 3 != 0 ? 1 : uint8_t(random() % kLayouts));
  for (size_t c = 0; c < count; ++c) s.configurations.runtimes.push_back(int64_t(time(s, s.configurations.choice(c))));
  return s;
}

// Returns the run time in ns that the analytical cost model predicts; the reference configuration takes 1 ms.
inline double analyticalTime(const Synthetic& s, std::span<const uint8_t> choice) {
  double relative = 1;
  for (size_t slot = 0; slot < choice.size(); ++slot) {
    const auto& term = s.analytical.terms[s.configurations.table.rowBegin[slot] + choice[slot]];
    relative += .01 * (term[0] + term[1] + term[2]);
  }
  return 1e6 * relative;
}

// Describes a network of the given form ("calibrated", "graph" or "everything") for the synthetic inputs.
inline model::Description syntheticDescription(const std::string& form) {
  model::Description description;
  description.slotFeatures = kSyntheticSlotFeatures;
  description.nodeFeatures = kSyntheticNodeFeatures;
  if (form == "graph" || form == "everything") description.encoderLayers = 2;
  if (form == "everything") {
    description.multiplierHidden = 7;
    description.correctionWidth = 6;
    description.pairWidth = 4;
    description.members = 2;
  }
  return description;
}

}  // namespace hlorank::test
