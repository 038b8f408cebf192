#include "shared/graph/graph.h"

#include <algorithm>
#include <string_view>

#include "shared/base/fnv.h"
#include "shared/graph/node_features.h"

namespace hlorank::graph {

namespace {

using hlo::Computation;
using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;

// Returns for each instruction its position in the HLO text. XLA's instruction ids are in the same order.
std::vector<uint32_t> textOrder(const Module& module) {
  std::vector<uint32_t> position(module.instructions.size());
  for (size_t i = 0; i < position.size(); ++i) position[i] = static_cast<uint32_t>(i);
  if (module.written.size() != position.size()) return position;
  for (size_t i = 0; i < position.size(); ++i) position[module.written[i]] = static_cast<uint32_t>(i);
  return position;
}

// Returns the edges of the graph in the order of TpuGraphs' extractor. For each instruction, first come the edges to
// its distinct operands in text order, then the edges to the root of every computation that it calls.
std::vector<Edge> edgesOf(const Module& module) {
  std::vector<Edge> edges;
  edges.reserve(module.operands.size() + module.calledComputations.size());
  const std::vector<uint32_t> position = textOrder(module);
  std::vector<InstructionId> operands;
  for (uint32_t u = 0; u < module.instructions.size(); ++u) {
    const Instruction& instruction = module.instructions[u];
    const std::span<const InstructionId> all = module.operandsOf(instruction);
    operands.assign(all.begin(), all.end());
    std::sort(operands.begin(), operands.end(),
              [&](InstructionId a, InstructionId b) { return position[a] < position[b]; });
    operands.erase(std::unique(operands.begin(), operands.end()), operands.end());
    for (InstructionId v : operands) edges.push_back({u, v});
    for (hlo::ComputationId callee : module.calledBy(instruction)) {
      const InstructionId root = module.computations[callee].root;
      if (root != hlo::kNone) edges.push_back({u, root});
    }
  }
  return edges;
}

bool startsSegment(std::string_view computation) {
  for (const char* part : {"cluster", "while", "cond"})
    if (computation.find(part) != std::string_view::npos) return true;
  return false;
}

std::vector<int64_t> splitsOf(const Module& module) {
  std::vector<int64_t> splits = {0};
  int64_t nodes = 0;
  for (const Computation& computation : module.computations) {
    nodes += computation.instructions.size;
    if (startsSegment(computation.name)) splits.push_back(nodes);
  }
  if (splits.back() != nodes) splits.push_back(nodes);
  return splits;
}

bool isConfigurable(Opcode opcode) {
  return opcode == Opcode::kConvolution || opcode == Opcode::kDot || opcode == Opcode::kReshape;
}

// Start value of the hashes that tests compare. FNV's offset basis is 14695981039346656037; the last digit is missing
// here by mistake, but the expected hashes depend on it.
constexpr uint64_t kFnvStart = 1469598103934665603;

uint64_t hashOf(const std::vector<Edge>& edges) {
  Fnv hash(kFnvStart);
  for (const Edge& edge : edges) {
    hash.number(static_cast<int32_t>(edge.u));
    hash.number(static_cast<int32_t>(edge.v));
  }
  return hash.value();
}

}  // namespace

std::vector<Edge> Graph::sortedEdges() const {
  std::vector<Edge> sorted = edges;
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

Graph makeGraph(const Module& module) {
  Graph graph;
  graph.opcodes.reserve(module.instructions.size());
  for (uint32_t i = 0; i < module.instructions.size(); ++i) {
    const Opcode opcode = module.instructions[i].opcode;
    graph.opcodes.push_back(hlo::tpuGraphsId(opcode));
    if (isConfigurable(opcode)) graph.configurable.push_back(i);
  }
  graph.features = nodeFeatures(module);
  graph.edges = edgesOf(module);
  graph.splits = splitsOf(module);
  return graph;
}

Hashes hashesOf(const Graph& graph) {
  Fnv opcode(kFnvStart), features(kFnvStart), splits(kFnvStart);
  for (uint8_t id : graph.opcodes) opcode.number(int32_t{id});
  for (size_t node = 0; node < graph.features.size(); ++node)
    for (int column = 0; column < kNodeFeatures; ++column) features.number(graph.row(node)[column]);
  for (int64_t split : graph.splits) splits.number(split);
  return {opcode.value(), features.value(), hashOf(graph.edges), hashOf(graph.sortedEdges()), splits.value()};
}

}  // namespace hlorank::graph
