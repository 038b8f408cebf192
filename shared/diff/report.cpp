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
constexpr int kVersion = 1;       // version of the JSON format
constexpr size_t kLongest = 120;  // greatest number of bytes to which shapes, literals and attribute values are cut

// Appends a value to a line of text. Writes line breaks and tabs as spaces. Cuts the value to `longest` bytes, at a
// character boundary.
void append(std::string& line, std::string_view value, size_t longest) {
  const size_t length = characterAt(value, std::min(value.size(), longest));
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

Json instructionJson(const Module& module, InstructionId id, std::string line) {
  const Instruction& instruction = module.instructions[id];
  return {{"name", instruction.name},
          {"computation", module.computations[instruction.computation].name},
          {"line", std::move(line)}};
}

// Formats an instruction as one line of HLO text. Shapes, literals and attributes are cut to `longest` bytes.
std::string lineOf(const Module& module, InstructionId id, size_t longest) {
  const Instruction& instruction = module.instructions[id];
  std::string line = id == module.computations[instruction.computation].root ? "ROOT " : "";
  line += instruction.name;
  line += " = ";
  append(line, toString(module, instruction.shape), longest);
  const Attribute* opcode = instruction.opcode == Opcode::kOther ? module.attribute(instruction, "opcode") : nullptr;
  line += ' ';
  line += opcode ? opcode->value : hlo::name(instruction.opcode);
  line += '(';
  if (instruction.opcode == Opcode::kParameter) {
    line += std::to_string(instruction.number);
  } else if (instruction.opcode == Opcode::kConstant) {
    append(line, instruction.literal.empty() ? std::string_view("{...}") : instruction.literal, longest);
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
    append(line, attribute.value, longest);
  }
  return line;
}

// Shortens a long line of HLO text to two parts: the beginning up to the character `opening`, and the part around index
// `difference`, where the line first differs from another line.
std::string excerpt(const std::string& line, size_t difference, char opening) {
  if (line.size() <= 2 * kLongest) return line;
  const size_t begin = characterAt(line, difference > kLongest / 2 ? difference - kLongest / 2 : 0);
  const size_t head = characterAt(line, std::min(begin, line.find(opening) + 1));
  const size_t end = characterAt(line, std::min(line.size(), difference + kLongest));
  return line.substr(0, head) + (head < begin ? "…" : "") + line.substr(begin, end - begin) +
         (end < line.size() ? "…" : "");
}

// Shortens two different lines of HLO text to the parts around their first difference (see excerpt).
std::pair<std::string, std::string> excerpts(const std::string& line, const std::string& other, char opening) {
  const size_t shared = std::min(line.size(), other.size());
  const auto difference =
      static_cast<size_t>(std::mismatch(line.begin(), line.begin() + shared, other.begin()).first - line.begin());
  return {excerpt(line, difference, opening), excerpt(other, difference, opening)};
}

std::string lineOf(std::string_view name, const std::optional<std::string>& value, size_t longest) {
  if (!value) return "";
  std::string line = std::string(name) + "=";
  append(line, *value, longest);
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
  return lineOf(module, id, kLongest);
}

std::pair<std::string, std::string> linesOf(const Module& left, InstructionId leftId, const Module& right,
                                            InstructionId rightId) {
  std::pair<std::string, std::string> lines;
  if (leftId != kNone) lines.first = lineOf(left, leftId);
  if (rightId != kNone) lines.second = lineOf(right, rightId);
  if (lines.first != lines.second) return lines;
  const std::string whole = lineOf(left, leftId, std::string::npos), other = lineOf(right, rightId, std::string::npos);
  if (whole == other) return lines;  // equal texts, because the instruction moved or its operands have equal names
  return excerpts(whole, other, '(');
}

std::pair<std::string, std::string> linesOf(const ModuleAttribute& attribute) {
  const auto& [name, left, right] = attribute;
  std::pair<std::string, std::string> lines = {lineOf(name, left, kLongest), lineOf(name, right, kLongest)};
  if (lines.first != lines.second) return lines;
  return excerpts(lineOf(name, left, std::string::npos), lineOf(name, right, std::string::npos), '=');
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
