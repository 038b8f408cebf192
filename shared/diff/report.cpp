// Formats instructions as lines of HLO text, and the comparison of two modules as JSON.

#include <algorithm>

#include "shared/base/json.h"
#include "shared/base/text.h"
#include "shared/diff/diff.h"

namespace hlorank::diff {
namespace {

using hlo::Attribute;
using hlo::Instruction;
using hlo::Module;
using hlo::Opcode;
constexpr int kVersion = 1;            // version of the JSON format
constexpr size_t kLongest = 120;       // number of bytes to which longer shapes, literals and attribute values are cut
constexpr size_t kLongestNames = 600;  // number of bytes to which longer lists of operands are cut

// Appends a value to a line of text. Writes line breaks and tabs as spaces. Cuts a value of more than `longest` bytes,
// at character boundaries, to its beginning, or to the part around its first difference from `other` if that lies
// beyond.
void append(std::string& line, std::string_view value, std::optional<std::string_view> other = std::nullopt,
            size_t longest = kLongest) {
  size_t begin = 0, end = value.size();
  if (value.size() > longest) {
    const size_t same =
        other ? std::mismatch(value.begin(), value.end(), other->begin(), other->end()).first - value.begin() : 0;
    if (same >= longest && same < value.size()) begin = characterAt(value, same - longest / 2);
    end = characterAt(value, std::min(value.size(), begin + longest));
  }
  if (begin > 0) line += "…";
  for (const char c : value.substr(begin, end - begin)) line += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
  if (end < value.size()) line += "…";
}

std::string joined(const Module& module, std::span<const InstructionId> ids) {
  std::string names;
  for (const InstructionId id : ids) names += (names.empty() ? "" : ", ") + std::string(module.instructions[id].name);
  return names;
}

Json sideJson(const Module& module, std::string_view file) {
  return {{"file", file}, {"name", module.name}, {"instructions", module.instructions.size()}};
}

Json instructionJson(const Module& module, InstructionId id, std::string line) {
  const Instruction& instruction = module.instructions[id];
  return {{"name", instruction.name},
          {"computation", module.computations[instruction.computation].name},
          {"line", std::move(line)}};
}

std::string_view literalOf(const Instruction& constant) {
  return constant.literal.empty() ? std::string_view("{...}") : constant.literal;
}

// An instruction and its module.
struct Place {
  const Module& module;
  InstructionId id;
};

// Formats an instruction as one line of HLO text. Long shapes, literals, attributes and lists of names are cut (see
// append), with `other` to the parts that differ from it.
std::string lineOf(const Place& place, const Place* other) {
  const auto& [module, id] = place;
  const Instruction& instruction = module.instructions[id];
  const Instruction* otherInstruction = other ? &other->module.instructions[other->id] : nullptr;
  std::string line = id == module.computations[instruction.computation].root ? "ROOT " : "";
  line += instruction.name;
  line += " = ";
  std::optional<std::string> otherShape;
  if (other) otherShape = toString(other->module, otherInstruction->shape);
  append(line, toString(module, instruction.shape), otherShape);
  const Attribute* opcode = instruction.opcode == Opcode::kOther ? module.attribute(instruction, "opcode") : nullptr;
  line += ' ';
  line += opcode ? opcode->value : hlo::name(instruction.opcode);
  line += '(';
  if (instruction.opcode == Opcode::kParameter) {
    line += std::to_string(instruction.number);
  } else if (instruction.opcode == Opcode::kConstant) {
    append(line, literalOf(instruction), other ? std::optional(literalOf(*otherInstruction)) : std::nullopt);
  } else {
    std::optional<std::string> otherNames;
    if (other) otherNames = joined(other->module, other->module.operandsOf(*otherInstruction));
    append(line, joined(module, module.operandsOf(instruction)), otherNames, kLongestNames);
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
    const Attribute* same = other ? other->module.attribute(*otherInstruction, attribute.name) : nullptr;
    append(line, attribute.value, same ? std::optional(same->value) : std::nullopt);
  }
  if (const auto predecessors = module.predecessorsOf(instruction); !predecessors.empty()) {
    line += ", control-predecessors={";
    append(line, joined(module, predecessors), std::nullopt, kLongestNames);
    line += '}';
  }
  return line;
}

std::string lineOf(std::string_view name, const std::optional<std::string>& value,
                   const std::optional<std::string>& other) {
  if (!value) return "";
  std::string line = std::string(name) + "=";
  append(line, *value, other);
  return line;
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
  return lineOf({module, id}, nullptr);
}

std::pair<std::string, std::string> linesOf(const Module& left, InstructionId leftId, const Module& right,
                                            InstructionId rightId) {
  const Place before = {left, leftId}, after = {right, rightId};
  if (leftId == kNone) return {"", lineOf(after, nullptr)};
  if (rightId == kNone) return {lineOf(before, nullptr), ""};
  return {lineOf(before, &after), lineOf(after, &before)};
}

std::pair<std::string, std::string> linesOf(const ModuleAttribute& attribute) {
  const auto& [name, left, right] = attribute;
  return {lineOf(name, left, right), lineOf(name, right, left)};
}

std::string formatDiffJson(const Module& left, std::string_view leftFile, const Module& right,
                           std::string_view rightFile) {
  const Diff diff = compare(left, right);
  Json counts = Json::object();
  const auto counted = diff.counts();
  for (size_t i = 0; i < kChanges; ++i) counts[std::string(name(static_cast<Change>(i)))] = counted[i];
  Json attributes = Json::array();
  const auto valueOf = [](const std::optional<std::string>& value) { return value ? Json(*value) : Json(nullptr); };
  for (const ModuleAttribute& attribute : compareAttributes(left, right))
    attributes.push_back(
        {{"name", attribute.name}, {"left", valueOf(attribute.left)}, {"right", valueOf(attribute.right)}});
  Json changes = Json::array();
  for (const Row& row : sideBySide(left, right, diff).rows) {
    const Change change = row.right != kNone ? diff.ofRight(row.right) : diff.ofLeft(row.left);
    if (change == Change::kUnchanged) continue;
    Json entry = {{"change", name(change)}};
    if (row.left != kNone && row.right != kNone) entry["differs"] = differencesJson(diff.left[row.left]);
    auto lines = linesOf(left, row.left, right, row.right);
    if (row.left != kNone) entry["left"] = instructionJson(left, row.left, std::move(lines.first));
    if (row.right != kNone) entry["right"] = instructionJson(right, row.right, std::move(lines.second));
    changes.push_back(std::move(entry));
  }
  const Json report = {{"version", kVersion}, {"left", sideJson(left, leftFile)}, {"right", sideJson(right, rightFile)},
                       {"counts", counts},    {"attributes", attributes},         {"changes", changes}};
  return oneLine(report);
}

}  // namespace hlorank::diff
