#include "shared/session/structure.h"

#include <algorithm>
#include <string_view>

#include "shared/base/json.h"
#include "shared/hlo/quotes.h"
#include "shared/hlo/source_lines.h"
#include "shared/model/estimate.h"

namespace hlorank::session {
namespace {

constexpr size_t kMaxUsers = 200;  // greatest number of users of an instruction that detailsJson lists

// Returns for each computation the instructions that call it. The result is [computations].
std::vector<std::vector<hlo::InstructionId>> findCallers(const hlo::Module& module) {
  std::vector<std::vector<hlo::InstructionId>> callers(module.computations.size());
  for (hlo::InstructionId i = 0; i < module.instructions.size(); ++i)
    for (const hlo::ComputationId callee : module.calledBy(module.instructions[i])) callers[callee].push_back(i);
  return callers;
}

Json listed(const Opened& opened, std::span<const uint32_t> nodes, size_t most) {
  Json list = Json::array();
  for (size_t i = 0; i < std::min(nodes.size(), most); ++i)
    list.push_back({{"node", nodes[i]}, {"name", nodeName(opened, nodes[i])}, {"shape", shapeName(opened, nodes[i])}});
  return list;
}

Origin readOrigin(const hlo::Module& module, const hlo::SourceLines& lines, hlo::InstructionId id) {
  return {hlo::unescaped(module.opName(module.instructions[id])), hlo::toString(lines.of(id))};
}

}  // namespace

Flow buildFlow(const Opened& opened) {
  Flow flow;
  const size_t nodes = opened.program.graph.nodes();
  std::vector<std::vector<hlo::InstructionId>> callers;
  if (opened.module) callers = findCallers(*opened.module);
  for (uint32_t node = 0; node < nodes; ++node) {
    std::vector<uint32_t>& ids = flow.sources.ids;
    const std::span<const uint32_t> operands = opened.program.operands(node);
    ids.insert(ids.end(), operands.begin(), operands.end());
    flow.operands.push_back(static_cast<uint32_t>(operands.size()));
    if (opened.module) {
      const hlo::Module& module = *opened.module;
      const hlo::Instruction& instruction = module.instructions[node];
      for (const hlo::ComputationId callee : module.calledBy(instruction))
        ids.push_back(module.computations[callee].root);
      if (instruction.opcode == hlo::Opcode::kParameter) {
        for (const hlo::InstructionId caller : callers[instruction.computation]) {
          const auto arguments = module.operandsOf(module.instructions[caller]);
          const bool several = module.calledBy(module.instructions[caller]).size() > 1;
          if (several && arguments.size() > 1) {
            ids.insert(ids.end(), arguments.begin(), arguments.end());
          } else if (instruction.number >= 0 && static_cast<uint64_t>(instruction.number) < arguments.size()) {
            ids.push_back(arguments[static_cast<size_t>(instruction.number)]);
          }
        }
      }
    }
    flow.sources.begin.push_back(static_cast<uint32_t>(ids.size()));
  }
  return flow;
}

std::vector<Origin> readOrigins(const hlo::Module& module) {
  const hlo::SourceLines lines(module);
  std::vector<Origin> origins;
  origins.reserve(module.instructions.size());
  for (hlo::InstructionId i = 0; i < module.instructions.size(); ++i) origins.push_back(readOrigin(module, lines, i));
  return origins;
}

std::string detailsJson(const Opened& opened, uint32_t node) {
  const graph::Program& program = opened.program;
  const std::vector<uint32_t>& configurable = program.graph.configurable;
  Json details = {{"node", node},
                  {"name", nodeName(opened, node)},
                  {"computation", computationName(opened, node)},
                  {"opcode", opcodeName(opened, node)},
                  {"shape", shapeName(opened, node)},
                  {"configurable", std::binary_search(configurable.begin(), configurable.end(), node)}};
  const double bytes = model::bytesOf(program, node), operations = model::countOperations(program, node);
  details["bytes"] = bytes > 0 ? Json(bytes) : Json(nullptr);
  details["operations"] = operations > 0 ? Json(operations) : Json(nullptr);
  details["trips"] = model::tripsOf(program, node);
  Origin origin;
  Json attributes = Json::array();
  if (opened.module) {
    const hlo::Module& module = *opened.module;
    origin = readOrigin(module, hlo::SourceLines(module), node);
    for (const hlo::Attribute& attribute : module.attributesOf(module.instructions[node].attributes)) {
      if (attribute.name == "metadata" || attribute.name == "control-predecessors") continue;
      std::string value(attribute.value);
      for (uint32_t i = 0; i < attribute.computations.size; ++i) {
        if (!value.empty()) value += ", ";
        value += module.computations[module.calledComputations[attribute.computations.begin + i]].name;
      }
      attributes.push_back({{"name", attribute.name}, {"value", std::move(value)}});
    }
  }
  details["opName"] = origin.opName;
  details["source"] = origin.source;
  details["attributes"] = std::move(attributes);
  details["operands"] = listed(opened, program.operands(node), program.operands(node).size());
  details["users"] = listed(opened, program.users(node), kMaxUsers);
  details["userCount"] = program.users(node).size();
  return oneLine(details);
}

}  // namespace hlorank::session
