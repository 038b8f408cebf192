// A small synthetic program with an early- or late-join network (as in TpuGraphs), for tests of its scores.
#pragma once

#include <ATen/ATen.h>

#include <algorithm>

#include "native/model/torch_scores.h"
#include "tests/native/synthetic.h"

namespace hlorank::test {

struct Case {
  Synthetic synthetic;
  graph::Program program;
  model::Description description;
  model::Parameters parameters;

  model::ScoringTask problem() const {
    model::ScoringTask problem = synthetic.example();
    problem.program = &program;
    return problem;
  }
};

inline graph::Program programOf(const Synthetic& synthetic) {
  graph::Graph graph;
  const auto integers = [&](const char* name) {
    for (const model::Tensor& input : synthetic.inputs)
      if (input.name == name) return std::get<std::vector<int64_t>>(input.data);
    return std::vector<int64_t>();
  };
  for (const int64_t opcode : integers("opcode")) graph.opcodes.push_back(uint8_t(opcode));
  graph.features = graph::FeatureRows::fromDense(std::vector<float>(graph.nodes() * graph::kNodeFeatures));
  const auto u = integers("consumer"), v = integers("producer");
  for (size_t i = 0; i < u.size(); ++i) graph.edges.push_back({uint32_t(u[i]), uint32_t(v[i])});
  return graph::makeProgram("synthetic", std::move(graph));
}

// Makes a graph in which only some nodes have layouts to choose, so that the receptive field is not the whole graph.
// Perturbs the weights, because the head is initialised to zero and would hide all differences.
inline Case makeCase(model::Join join, bool bothDirections = false, bool tables = false, int layers = 3) {
  Case c{makeSynthetic(40, 24, 3, analyticalTime), {}, {}, {}};
  auto& table = c.synthetic.configurations.table;
  for (uint32_t& node : table.nodes) node = node * 7 % 20;
  std::sort(table.nodes.begin(), table.nodes.end());
  c.program = programOf(c.synthetic);
  c.description = syntheticDescription("calibrated");
  c.description.join = join;
  c.description.encoderLayers = layers;
  c.description.encoderWidth = 8;
  c.description.bothDirections = bothDirections;
  c.description.tables = tables;
  c.description.tableLayers = 2;  // the encoder for layout scores always passes messages in both directions
  c.description.tableWidth = 6;
  c.description.headWidth = 6;
  c.parameters = model::initialParameters(c.description, 7);
  uint32_t state = 1;
  for (model::Parameter& parameter : c.parameters)
    if (parameter.training != model::Training::kFixed)
      for (float& value : parameter.values) {
        state = state * 1664525 + 1013904223;
        value += .4f * (float(state >> 8) / float(1 << 24) - .5f);
      }
  return c;
}

inline double largestDifference(const at::Tensor& a, const at::Tensor& b) {
  return (a - b).abs().max().item<double>();
}

}  // namespace hlorank::test
