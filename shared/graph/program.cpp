#include "shared/graph/program.h"

#include <algorithm>

#include "shared/graph/call_context.h"
#include "shared/graph/dimension_roles.h"
#include "shared/graph/node_features.h"

namespace hlorank::graph {

namespace {

constexpr int kListed = 6;  // dimensions a row lists

// A row may come from a file that holds anything.
int64_t toInteger(float value) {
  return value > -0x1p62f && value < 0x1p62f ? static_cast<int64_t>(value) : 0;
}

void addUsers(Program& program) {
  program.users_.assign(program.graph.nodes(), {});
  for (uint32_t node = 0; node < program.operands_.size(); ++node) {
    for (uint32_t operand : program.operands_[node]) {
      std::vector<uint32_t>& users = program.users_[operand];
      if (users.empty() || users.back() != node) users.push_back(node);
    }
  }
}

// Column of the one-hot type group that is set, or -1.
int typeColumn(const float* row) {
  for (int i = 0; i < kTypes; ++i)
    if (row[kTypeColumn + i] != 0) return i;
  return -1;
}

}  // namespace

Program makeProgram(const hlo::Module& module, Graph graph) {
  Program program{std::string(module.name), std::move(graph), {}, {}, {}};
  const std::vector<CallContext> contexts = callContexts(module);
  program.extras.reserve(module.instructions.size());
  program.operands_.reserve(module.instructions.size());
  for (const hlo::Instruction& instruction : module.instructions) {
    const std::span<const hlo::InstructionId> operands = module.operandsOf(instruction);
    const CallContext& context = contexts[instruction.computation];
    NodeExtras extras;
    extras.operands.assign(operands.begin(), operands.end());
    extras.trips = context.trips;
    extras.inLoop = context.inLoop;
    extras.fused = context.fused;
    extras.roles = dimensionRoles(module, instruction);
    program.operands_.push_back(extras.operands);
    program.extras.push_back(std::move(extras));
  }
  addUsers(program);
  return program;
}

Program makeProgram(std::string name, Graph graph) {
  Program program{std::move(name), std::move(graph), {}, {}, {}};
  const size_t nodes = program.graph.nodes();
  program.operands_.assign(nodes, {});
  for (const Edge& edge : program.graph.sortedEdges())
    if (edge.u < nodes && edge.v < nodes) program.operands_[edge.u].push_back(edge.v);
  addUsers(program);
  return program;
}

std::vector<int64_t> Program::dimensions(uint32_t node) const {
  const float* row = graph.row(node);
  const int type = typeColumn(row);
  if (type >= 0 && elementBytes(node) == 0) return {};
  // Rows are padded with zeros, so a dimension of size 0 shows only in the order of the layout.
  int rank = 0;
  for (int i = 0; i < kListed; ++i) {
    if (row[kDimensionColumn + i] != 0) rank = std::max(rank, i + 1);
    if (row[kLayoutColumn + i] > 0) rank = std::max(rank, static_cast<int>(std::min(row[kLayoutColumn + i], 5.f)) + 1);
  }
  std::vector<int64_t> dimensions;
  for (int i = 0; i < rank; ++i) dimensions.push_back(toInteger(row[kDimensionColumn + i]));
  return dimensions;
}

int Program::elementBytes(uint32_t node) const {
  const int type = typeColumn(graph.row(node));
  if (type < 0) return 1;  // a type TpuGraphs' columns do not have: all those are of one byte or less
  return hlo::bitWidth(typeOfColumn(type)) / 8;
}

}  // namespace hlorank::graph
