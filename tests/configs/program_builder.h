// Builds small programs for tests directly from arrays, without parsing HLO.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/node_features.h"
#include "shared/graph/program.h"
#include "shared/hlo/opcode.h"

namespace hlorank::test {

// Builds a program node by node. Nodes have element type f32 and a row-major layout, unless setLayout is called. The
// layouts of convolutions, dots and reshapes can be chosen.
class ProgramBuilder {
 public:
  // Adds an instruction and returns its node index. `attribute` is the `dimensions` attribute of the instruction.
  uint32_t add(std::string_view opcode, std::vector<int64_t> sizes, std::vector<uint32_t> operands = {},
               std::vector<int> attribute = {}) {
    const uint32_t node = static_cast<uint32_t>(graph_.opcodes.size());
    graph_.opcodes.push_back(hlo::tpuGraphsIdFromName(opcode));
    features_.resize(features_.size() + graph::kNodeFeatures);
    constexpr int kF32 = 11;
    float* row = this->row(node);
    row[graph::kTypeColumn + kF32] = 1;
    float* dimensions = row + graph::kDimensionColumn;
    dimensions[7] = 1;
    for (size_t i = 0; i < sizes.size(); ++i) {
      dimensions[i] = static_cast<float>(sizes[i]);
      dimensions[6] += static_cast<float>(sizes[i]);
      dimensions[7] *= static_cast<float>(sizes[i]);
      row[graph::kLayoutColumn + static_cast<int>(i)] = static_cast<float>(sizes.size() - 1 - i);
    }
    for (size_t i = 0; i < attribute.size(); ++i)
      row[graph::kAttributeColumn + static_cast<int>(i)] = static_cast<float>(attribute[i]);
    for (uint32_t operand : operands) graph_.edges.push_back({node, operand});
    if (opcode == "dot" || opcode == "convolution" || opcode == "reshape") graph_.configurable.push_back(node);
    return node;
  }

  void setLayout(uint32_t node, const std::vector<int>& minorToMajor) {
    for (size_t i = 0; i < minorToMajor.size(); ++i) {
      row(node)[graph::kLayoutColumn + static_cast<int>(i)] = static_cast<float>(minorToMajor[i]);
    }
  }

  // Returns the program. Can be called again after adding nodes or setting layouts.
  graph::Program build() {
    graph_.features = graph::FeatureRows::fromDense(features_);
    graph_.splits = {0, static_cast<int64_t>(graph_.nodes())};
    return graph::makeProgram("test", graph_);
  }

  float* row(uint32_t node) { return features_.data() + size_t{node} * graph::kNodeFeatures; }

 private:
  std::vector<float> features_;  // node features, [nodes, 140]

  graph::Graph graph_;
};

// Builds configurations from explicit layouts: [configurations][nodes * 3], in the order output, operand 0, operand 1.
inline configs::Configurations configurationsOf(const std::vector<uint32_t>& nodes,
                                                const std::vector<std::vector<configs::Layout>>& rows) {
  std::vector<int8_t> columns;
  for (const std::vector<configs::Layout>& row : rows) {
    for (const configs::Layout& layout : row) columns.insert(columns.end(), layout.begin(), layout.end());
  }
  return *configs::fromColumns(nodes, columns, rows.size());
}

inline configs::Layout layout(std::initializer_list<int> minorToMajor) {
  configs::Layout layout = configs::kAbsent;
  size_t i = 0;
  for (int dimension : minorToMajor) layout[i++] = static_cast<int8_t>(dimension);
  return layout;
}

}  // namespace hlorank::test
