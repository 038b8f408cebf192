// Formats instructions as lines of HLO text and a comparison as JSON.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/diff/diff.h"

namespace hlorank::diff {
namespace {

using hlo::Attribute;
using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;       // version of the JSON format
constexpr size_t kLongest = 120;  // bytes at which a shape, literal or attribute value is cut

// Appends a value to a line, with line breaks and tabs as spaces; cut to kLongest bytes at a UTF-8 character boundary.
void append(std::string& line, std::string_view value) {
  size_t length = std::min(value.size(), kLongest);
  while (length < value.size() && length > 0 && (static_cast<uint8_t>(value[length]) & 0xc0) == 0x80) --length;
  for (const char c : value.substr(0, length)) line += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  if (length < value.size()) line += "…";
}

std::string joined(const Module& module, std::span<const InstructionId> ids) {
  std::string names;
  for (const InstructionId id : ids) names += (names.empty() ? "" : ", ") + std::string(module.instructions[id].name);
  return names;
}

Json sideJson(const Module& module, std::string_view file) {
  return {{"file", file}, {"name", module.name}, {"instructions", module.instructions.size()}};
}

Json instructionJson(const Module& module, InstructionId id) {
  const Instruction& instruction = module.instructions[id];
  return {{"name", instruction.name},
          {"computation", module.computations[instruction.computation].name},
          {"line", lineOf(module, id)}};
}

Json differencesJson(uint8_t bits) {
  constexpr std::pair<Difference, Change> kWords[] = {{kOpcode, Change::kOpcode},         {kShape, Change::kShape},
                                                      {kAttributes, Change::kAttributes}, {kLayout, Change::kLayout},
                                                      {kOperands, Change::kOperands},     {kMoved, Change::kMoved}};
  Json words = Json::array();
  for (const auto& [bit, change] : kWords) {
    if (bits & bit) words.push_back(name(change));
  }
  return words;
}

}  // namespace

std::string lineOf(const Module& module, InstructionId id) {
  const Instruction& instruction = module.instructions[id];
  std::string line = id == module.computations[instruction.computation].root ? "ROOT " : "";
  line += instruction.name;
  line += " = ";
  append(line, toString(module, instruction.shape));
  const Attribute* opcode = instruction.opcode == Opcode::kOther ? module.attribute(instruction, "opcode") : nullptr;
  line += ' ';
  line += opcode ? opcode->value : hlo::name(instruction.opcode);
  line += '(';
  if (instruction.opcode == Opcode::kParameter) {
    line += std::to_string(instruction.number);
  } else if (instruction.opcode == Opcode::kConstant) {
    append(line, instruction.literal.empty() ? std::string_view("{...}") : instruction.literal);
  } else {
    line += joined(module, module.operandsOf(instruction));
  }
  line += ')';
  for (const Attribute& attribute : module.attributesOf(instruction.attributes)) {
    if (&attribute == opcode || attribute.name == "metadata" || attribute.name == "control-predecessors") continue;
    line += ", ";
    line += attribute.name;
    line += '=';
    for (uint32_t i = 0; i < attribute.computations.size; ++i) {
      if (i > 0) line += ", ";
      line += module.computations[module.calledComputations[attribute.computations.begin + i]].name;
    }
    append(line, attribute.value);
  }
  return line;
}

std::string formatDiffJson(const Module& left, std::string_view leftFile, const Module& right,
                           std::string_view rightFile) {
  const Diff diff = compare(left, right);
  Json counts = Json::object();
  const auto counted = diff.counts();
  for (size_t i = 0; i < kChanges; ++i) counts[std::string(name(static_cast<Change>(i)))] = counted[i];
  Json changes = Json::array();
  for (const Row& row : sideBySide(left, right, diff).rows) {
    const Change change = row.right != kNone ? diff.ofRight(row.right) : diff.ofLeft(row.left);
    if (change == Change::kUnchanged) continue;
    Json entry = {{"change", name(change)}};
    if (row.left != kNone && row.right != kNone) entry["differs"] = differencesJson(diff.left[row.left]);
    if (row.left != kNone) entry["left"] = instructionJson(left, row.left);
    if (row.right != kNone) entry["right"] = instructionJson(right, row.right);
    changes.push_back(std::move(entry));
  }
  const Json report = {{"version", kVersion},
                       {"left", sideJson(left, leftFile)},
                       {"right", sideJson(right, rightFile)},
                       {"counts", counts},
                       {"changes", changes}};
  return report.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace hlorank::diff
