#include "shared/graph/program.h"

#include <algorithm>

#include "shared/graph/call_context.h"
#include "shared/graph/decode_features.h"
#include "shared/graph/dimension_roles.h"

namespace hlorank::graph {

namespace {

constexpr int64_t kLargestSize = int64_t{1} << 62;  // largest dimension size; larger ones are stored as 0

template <class T>
void append(Program::Lists<T>& lists, std::span<const T> list) {
  lists.values.insert(lists.values.end(), list.begin(), list.end());
  lists.begin.push_back(static_cast<uint32_t>(lists.values.size()));
}

// Fills the list of users of each node from the lists of operands. Lists each user once.
void addUsers(Program& program) {
  const auto nodes = static_cast<uint32_t>(program.graph.nodes());
  std::vector<uint32_t> last(nodes, UINT32_MAX);  // [nodes] the user that was added last to the list of each node
  std::vector<uint32_t>& begin = program.userLists.begin;
  begin.assign(nodes + 1, 0);
  const auto forEachUse = [&](auto use) {
    for (uint32_t node = 0; node < nodes; ++node) {
      for (uint32_t operand : program.operands(node)) {
        if (last[operand] != node) use(operand, node);
        last[operand] = node;
      }
    }
  };
  forEachUse([&](uint32_t value, uint32_t) { ++begin[value + 1]; });
  for (uint32_t node = 0; node < nodes; ++node) begin[node + 1] += begin[node];
  program.userLists.values.resize(begin[nodes]);
  std::vector<uint32_t> end(begin.begin(), begin.end() - 1);
  std::fill(last.begin(), last.end(), UINT32_MAX);
  forEachUse([&](uint32_t value, uint32_t user) { program.userLists.values[end[value]++] = user; });
}

void addShapes(Program& program, const hlo::Module& module) {
  program.shapes.reserve(module.shapes.size());
  for (const hlo::Shape& from : module.shapes) {
    TensorShape shape;
    shape.elementType = from.type;
    for (int64_t size : module.integersOf(from.dimensions))
      shape.dimensions.push_back(size > -kLargestSize && size < kLargestSize ? size : 0);
    const std::span<const int64_t> order = module.integersOf(from.minorToMajor);
    shape.minorToMajor.assign(order.begin(), order.end());
    program.shapes.push_back(std::move(shape));
  }
}

Convolution convolutionFacts(const hlo::Module& module, uint32_t node, const hlo::Details& details) {
  Convolution convolution{node, details.convolution.kernelOutputFeature, 1};
  for (uint32_t i = 0; i < details.window.size; ++i)
    convolution.windowElements *= static_cast<double>(module.windowDimensions[details.window.begin + i].size);
  return convolution;
}

template <class Entry, class NodeOf>
const Entry* findByNode(const std::vector<Entry>& entries, uint32_t node, NodeOf nodeOf) {
  const auto found = std::lower_bound(entries.begin(), entries.end(), node,
                                      [&](const Entry& entry, uint32_t n) { return nodeOf(entry) < n; });
  return found == entries.end() || nodeOf(*found) != node ? nullptr : &*found;
}

std::string countOf(size_t nodes, const char* what) {
  return std::to_string(nodes) + (nodes == 1 ? " tensor has " : " tensors have ") + what;
}

}  // namespace

Program makeProgram(const hlo::Module& module, Graph graph) {
  Program program;
  program.name = module.name;
  program.graph = std::move(graph);
  addShapes(program, module);
  const std::vector<CallContext> contexts = computeCallContexts(module);
  const size_t nodes = module.instructions.size();
  program.extras.reserve(nodes);
  program.shapeOfNode.reserve(nodes);
  program.operandLists.begin = program.attributeLists.begin = {0};
  program.isRoot.resize(nodes);
  for (uint32_t node = 0; node < nodes; ++node) {
    const hlo::Instruction& instruction = module.instructions[node];
    const CallContext& context = contexts[instruction.computation];
    program.extras.push_back({context.trips, context.inLoop, context.fused});
    program.shapeOfNode.push_back(instruction.shape);
    append(program.operandLists, module.operandsOf(instruction));
    append(program.attributeLists, module.integersOf(instruction.dimensions));
    program.isRoot[node] = module.computations[instruction.computation].root == node;
    if (instruction.details == hlo::kNone) continue;
    const hlo::Details& details = module.details[instruction.details];
    if (instruction.opcode == hlo::Opcode::kConvolution)
      program.convolutions.push_back(convolutionFacts(module, node, details));
    DimensionRoles roles = readDimensionRoles(module, instruction);
    if (!roles[0].empty() || !roles[1].empty() || !roles[2].empty())
      program.rolesOfNodes.emplace_back(node, std::move(roles));
  }
  addUsers(program);
  return program;
}

Program makeProgram(std::string name, Graph graph) {
  static const uint8_t kConvolution = hlo::tpuGraphsId(hlo::Opcode::kConvolution);
  Program program;
  program.name = std::move(name);
  program.graph = std::move(graph);
  const size_t nodes = program.graph.nodes();

  const std::span<const float> distinct = program.graph.features.distinct();
  std::vector<DecodedRow> rows;
  for (size_t i = 0; i < distinct.size(); i += kNodeFeatures) {
    rows.push_back(decodeRow(distinct.data() + i));
    program.shapes.push_back(std::move(rows.back().shape));
  }
  const std::span<const uint32_t> rowOfNode = program.graph.features.rowOfNode();
  program.shapeOfNode.assign(rowOfNode.begin(), rowOfNode.end());
  program.attributeLists.begin = {0};
  program.isRoot.resize(nodes);
  size_t guessedSizes = 0, guessedTypes = 0;
  for (uint32_t node = 0; node < nodes; ++node) {
    const DecodedRow& row = rows[rowOfNode[node]];
    append<int64_t>(program.attributeLists, row.dimensions);
    program.isRoot[node] = row.isRoot;
    guessedSizes += row.guessedSizes;
    guessedTypes += row.guessedType;
    if (program.graph.opcodes[node] == kConvolution)
      program.convolutions.push_back({node, row.kernelOutputFeature, row.windowElements});
  }
  if (guessedSizes > 0)
    program.guesses.push_back(
        countOf(guessedSizes, "more than six dimensions, of which the file lists six: the other sizes are guessed"));
  if (guessedTypes > 0)
    program.guesses.push_back(
        countOf(guessedTypes, "an element type that the file does not name: one byte is assumed"));

  program.operandLists.begin.assign(nodes + 1, 0);
  for (const Edge& edge : program.graph.sortedEdges()) {
    if (edge.u >= nodes || edge.v >= nodes) continue;
    program.operandLists.values.push_back(edge.v);
    ++program.operandLists.begin[edge.u + 1];
  }
  for (size_t node = 0; node < nodes; ++node) program.operandLists.begin[node + 1] += program.operandLists.begin[node];
  addUsers(program);
  return program;
}

int Program::elementBytes(uint32_t node) const {
  return (hlo::bitWidth(shape(node).elementType) + 7) / 8;
}

const DimensionRoles& Program::roles(uint32_t node) const {
  static const DimensionRoles kNone;
  const auto* found = findByNode(rolesOfNodes, node, [](const auto& entry) { return entry.first; });
  return found == nullptr ? kNone : found->second;
}

const Convolution* Program::convolution(uint32_t node) const {
  return findByNode(convolutions, node, [](const Convolution& entry) { return entry.node; });
}

}  // namespace hlorank::graph
