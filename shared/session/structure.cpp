#include "shared/session/structure.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <string_view>
#include <unordered_map>

#include "shared/model/estimate.h"

namespace hlorank::session {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kUsers = 200;

// The text behind `key` in an attribute's value: up to the closing quote of key="...", else up to a space or brace.
std::string_view valueOf(std::string_view text, std::string_view key) {
  for (size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    const size_t end = at + key.size();
    const bool wholeWord = at == 0 || text[at - 1] == '{' || text[at - 1] == ' ' || text[at - 1] == ',';
    if (!wholeWord || end >= text.size() || text[end] != '=') continue;
    const std::string_view rest = text.substr(end + 1);
    if (!rest.empty() && rest[0] == '"') return rest.substr(1, rest.find('"', 1) - 1);
    return rest.substr(0, rest.find_first_of(" ,}\n"));
  }
  return {};
}

uint32_t toNumber(std::string_view digits) {
  uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// Stack frames by number: "file:line".
class Frames {
 public:
  explicit Frames(std::string_view tables) {
    enum { kNothing, kFiles, kLocations, kFrames } table = kNothing;
    std::unordered_map<uint32_t, std::string_view> files;
    std::unordered_map<uint32_t, std::string> places;
    while (!tables.empty()) {
      const size_t end = std::min(tables.find('\n'), tables.size());
      std::string_view line = tables.substr(0, end);
      tables.remove_prefix(std::min(end + 1, tables.size()));
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (line.empty()) continue;
      if (line[0] < '0' || line[0] > '9') {
        const auto begins = [&](std::string_view word) { return line.substr(0, word.size()) == word; };
        table = begins("FileNames")       ? kFiles
                : begins("FileLocations") ? kLocations
                : begins("StackFrames")   ? kFrames
                                          : kNothing;
        continue;
      }
      const uint32_t id = toNumber(line);
      if (table == kFiles) {
        const size_t quote = line.find('"');
        if (quote != std::string_view::npos) files[id] = line.substr(quote + 1, line.find('"', quote + 1) - quote - 1);
      } else if (table == kLocations) {
        places[id] =
            std::string(files[toNumber(valueOf(line, "file_name_id"))]) + ":" + std::string(valueOf(line, "line"));
      } else if (table == kFrames) {
        frames_[id] = places[toNumber(valueOf(line, "file_location_id"))];
      }
    }
  }

  std::string at(uint32_t id) const {
    const auto found = frames_.find(id);
    return found == frames_.end() ? std::string() : found->second;
  }

 private:
  std::unordered_map<uint32_t, std::string> frames_;
};

std::vector<std::vector<hlo::InstructionId>> callersOf(const hlo::Module& module) {
  std::vector<std::vector<hlo::InstructionId>> callers(module.computations.size());
  for (hlo::InstructionId i = 0; i < module.instructions.size(); ++i)
    for (const hlo::ComputationId callee : module.calledBy(module.instructions[i])) callers[callee].push_back(i);
  return callers;
}

Json listed(const Opened& opened, const std::vector<uint32_t>& nodes, size_t most) {
  Json list = Json::array();
  for (size_t i = 0; i < std::min(nodes.size(), most); ++i)
    list.push_back({{"node", nodes[i]}, {"name", nodeName(opened, nodes[i])}, {"shape", shapeName(opened, nodes[i])}});
  return list;
}

Origin originOf(const hlo::Module& module, const Frames& frames, hlo::InstructionId id) {
  Origin origin;
  const hlo::Attribute* metadata = module.attribute(module.instructions[id], "metadata");
  if (!metadata) return origin;
  origin.opName = valueOf(metadata->value, "op_name");
  const std::string_view file = valueOf(metadata->value, "source_file");
  const std::string_view line = valueOf(metadata->value, "source_line");
  origin.source = file;
  if (!file.empty() && !line.empty()) origin.source += ":" + std::string(line);
  if (file.empty()) origin.source = frames.at(toNumber(valueOf(metadata->value, "stack_frame_id")));
  return origin;
}

}  // namespace

Flow flowOf(const Opened& opened) {
  Flow flow;
  const size_t nodes = opened.program.graph.nodes();
  std::vector<std::vector<hlo::InstructionId>> callers;
  if (opened.module) callers = callersOf(*opened.module);
  for (uint32_t node = 0; node < nodes; ++node) {
    std::vector<uint32_t>& ids = flow.sources.ids;
    const std::vector<uint32_t>& operands = opened.program.operands(node);
    ids.insert(ids.end(), operands.begin(), operands.end());
    flow.operands.push_back(static_cast<uint32_t>(operands.size()));
    if (opened.module) {
      const hlo::Module& module = *opened.module;
      const hlo::Instruction& instruction = module.instructions[node];
      for (const hlo::ComputationId callee : module.calledBy(instruction))
        ids.push_back(module.computations[callee].root);
      if (instruction.opcode == hlo::Opcode::kParameter) {
        for (const hlo::InstructionId caller : callers[instruction.computation]) {
          const auto given = module.operandsOf(module.instructions[caller]);
          const bool several = module.calledBy(module.instructions[caller]).size() > 1;
          if (several && given.size() > 1) {
            ids.insert(ids.end(), given.begin(), given.end());
          } else if (instruction.number >= 0 && static_cast<uint64_t>(instruction.number) < given.size()) {
            ids.push_back(given[static_cast<size_t>(instruction.number)]);
          }
        }
      }
    }
    flow.sources.begin.push_back(static_cast<uint32_t>(ids.size()));
  }
  return flow;
}

std::vector<Origin> originsOf(const hlo::Module& module) {
  const Frames frames(module.stackTables);
  std::vector<Origin> origins;
  origins.reserve(module.instructions.size());
  for (hlo::InstructionId i = 0; i < module.instructions.size(); ++i) origins.push_back(originOf(module, frames, i));
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
  const double bytes = model::bytesOf(program, node), operations = model::operationsOf(program, node);
  details["bytes"] = bytes > 0 ? Json(bytes) : Json(nullptr);
  details["operations"] = operations > 0 ? Json(operations) : Json(nullptr);
  details["trips"] = model::tripsOf(program, node);
  Origin origin;
  Json attributes = Json::array();
  if (opened.module) {
    const hlo::Module& module = *opened.module;
    origin = originOf(module, Frames(module.stackTables), node);
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
  details["users"] = listed(opened, program.users(node), kUsers);
  details["userCount"] = program.users(node).size();
  return details.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hlorank::session
