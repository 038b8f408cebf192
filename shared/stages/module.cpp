#include "shared/stages/module.h"

#include <algorithm>
#include <numeric>

namespace hlorank::stages {
namespace {

// Position of the columns op.constant.bool to op.let.double, which count 24 operations for 7 types each.
constexpr size_t kFirstOperation = 7, kOperations = 24, kOperandTypes = 7;
constexpr size_t kDescribed = 3;  // greatest number of operations in the description of a stage

// Operations whose counts say little about what a stage computes.
bool isIncidental(std::string_view operation) {
  return operation == "constant" || operation == "variable" || operation == "cast" || operation == "let" ||
         operation == "param";
}

// Returns the stages in topological order, producers first. Among the stages whose producers are already listed, takes
// the last row first, because rows list consumers first.
std::vector<uint32_t> topologicalOrder(const Problem& problem) {
  const size_t count = problem.shownCount();
  std::vector<uint32_t> missing(count);
  std::vector<std::vector<uint32_t>> consumers(count);
  for (const Edge& edge : problem.shownEdges()) {
    if (edge.producer == edge.consumer) continue;
    ++missing[edge.consumer];
    consumers[edge.producer].push_back(edge.consumer);
  }
  std::vector<uint32_t> ready, order;
  std::vector<uint8_t> taken(count);
  for (uint32_t stage = 0; stage < count; ++stage)
    if (missing[stage] == 0) ready.push_back(stage);
  uint32_t next = static_cast<uint32_t>(count);  // stages from this index on are already taken
  while (order.size() < count) {
    uint32_t stage = 0;
    if (ready.empty()) {  // the remaining stages form a cycle, so the last of them is taken
      while (taken[next - 1]) --next;
      stage = next - 1;
    } else {
      stage = ready.back();
      ready.pop_back();
      if (taken[stage]) continue;
    }
    taken[stage] = 1;
    order.push_back(stage);
    for (const uint32_t consumer : consumers[stage])
      if (--missing[consumer] == 0) ready.push_back(consumer);
  }
  return order;
}

// Returns a name as one line of text.
std::string inOneLine(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
  return name;
}

}  // namespace

StageModule makeStageModule(const Problem& problem) {
  StageModule result;
  result.stageOf = topologicalOrder(problem);
  hlo::Module& module = result.module;
  const auto count = static_cast<uint32_t>(result.stageOf.size());
  std::vector<uint32_t> instructionOf(count);
  for (uint32_t i = 0; i < count; ++i) instructionOf[result.stageOf[i]] = i;
  std::vector<std::vector<uint32_t>> producers(count);
  for (const Edge& edge : problem.shownEdges()) {
    const uint32_t from = instructionOf[edge.producer], to = instructionOf[edge.consumer];
    if (from < to) producers[to].push_back(from);
  }
  module.name = module.keep(inOneLine(problem.name));
  hlo::Shape shape;
  shape.type = hlo::PrimitiveType::kOpaque;
  module.shapes.push_back(shape);
  for (uint32_t i = 0; i < count; ++i) {
    hlo::Instruction instruction;
    instruction.name = module.keep(inOneLine(problem.shownStages()[result.stageOf[i]]));
    instruction.opcode = hlo::Opcode::kCustomCall;
    instruction.shape = 0;
    instruction.computation = 0;
    instruction.operands = {static_cast<uint32_t>(module.operands.size()), static_cast<uint32_t>(producers[i].size())};
    module.operands.insert(module.operands.end(), producers[i].begin(), producers[i].end());
    module.instructions.push_back(instruction);
    module.written.push_back(i);
  }
  hlo::Computation computation;
  computation.name = module.name;
  computation.instructions = {0, count};
  computation.root = count == 0 ? hlo::kNone : count - 1;
  module.computations.push_back(computation);
  module.entry = 0;
  return result;
}

std::string describeStage(const Problem& problem, uint32_t stage) {
  if (problem.kind != Kind::kHalide) return {};
  const auto columns = algorithmColumns(problem.kind);
  const float* row = problem.algorithm.data() + stage * columns.size();
  struct Operation {
    double count;
    std::string name;
  };
  std::vector<Operation> operations;
  for (size_t i = 0; i < kOperations; ++i) {
    const size_t first = kFirstOperation + i * kOperandTypes;
    const double number = std::accumulate(row + first, row + first + kOperandTypes, 0.0);
    const std::string& column = columns[first];  // name of a column such as "op.mul.bool"
    std::string name = column.substr(3, column.rfind('.') - 3);
    if (number > 0 && !isIncidental(name)) operations.push_back({number, std::move(name)});
  }
  std::stable_sort(operations.begin(), operations.end(),
                   [](const Operation& a, const Operation& b) { return a.count > b.count; });
  std::string text;
  for (size_t i = 0; i < std::min(kDescribed, operations.size()); ++i) {
    text += (i == 0 ? "" : ", ") + operations[i].name;
    if (operations[i].count > 1) text += " ×" + std::to_string(static_cast<int64_t>(operations[i].count));
  }
  return text;
}

std::string_view stageKind(const Problem& problem, uint32_t stage) {
  if (stage < problem.named.origins.size()) return problem.named.origins[stage];
  if (problem.kind != Kind::kHalide) return "stage";
  // Number of columns; the last one tells whether the stage is an update definition.
  const size_t columns = algorithmColumns(problem.kind).size();
  return problem.algorithm[stage * columns + columns - 1] > 0 ? "update definition" : "pure definition";
}

double operationsOf(const Problem& problem, size_t stage) {
  const float* row = problem.algorithm.data() + stage * algorithmColumns(problem.kind).size() + kFirstOperation;
  return std::accumulate(row, row + kOperations * kOperandTypes, 0.0);
}

}  // namespace hlorank::stages
