#include "shared/diff/hashes.h"

#include <array>

#include "shared/base/fnv.h"
#include "shared/diff/values.h"

namespace hlorank::diff {
namespace {

using hlo::Attribute;
using hlo::Computation;
using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;

uint64_t hashText(std::string_view text) {
  Fnv fnv;
  fnv.bytes(text);
  return fnv.value();
}

// Returns an instruction name without its trailing number, such as "dot" for "dot.12". XLA renumbers instructions when
// it copies them.
std::string_view stemOf(std::string_view name) {
  const size_t end = name.find_last_not_of("0123456789");
  return end != name.npos && name[end] == '.' ? name.substr(0, end) : name;
}

// Whether an attribute only annotates an instruction, without effect on the computed value or on compilation.
bool isRemark(std::string_view attribute) {
  constexpr std::array<std::string_view, 5> kRemarks = {"metadata", "origin", "original_value", "statistics",
                                                        "control-predecessors"};
  for (const std::string_view remark : kRemarks) {
    if (attribute == remark) return true;
  }
  return false;
}

// Whether an attribute is an annotation of the compiler or the frontend, which is assumed not to change the computed
// value.
bool isAnnotation(std::string_view attribute) {
  return attribute == "backend_config" || attribute == "frontend_attributes" ||
         attribute == "operand_layout_constraints";
}

// Hashes the attributes of an instruction. `annotations` tells whether to include annotations
// (isAnnotation).
uint64_t hashAttributes(const Module& module, const Instruction& instruction, bool annotations) {
  uint64_t hash = 0;
  for (const Attribute& attribute : module.attributesOf(instruction.attributes)) {
    if (isRemark(attribute.name) || (!annotations && isAnnotation(attribute.name))) continue;
    const std::string value =
        attribute.name == "backend_config" ? condensedConfig(attribute.value) : condensed(attribute.value);
    // The hashes are added, so that the order of attributes does not matter.
    hash += mixed(hashText(attribute.name), hashText(value));
  }
  return hash;
}

}  // namespace

Hashes::Hashes(const Module& module) {
  const size_t count = module.instructions.size();
  std::vector<uint64_t> bare, full;  // [shapes] hashes of each shape without and with layout
  for (hlo::ShapeId shape = 0; shape < module.shapes.size(); ++shape) {
    bare.push_back(hashText(toString(module, shape, /*layout=*/false)));
    full.push_back(hashText(toString(module, shape)));
  }
  std::vector<uint64_t> local;
  users.resize(count);
  for (InstructionId id = 0; id < count; ++id) {
    const Instruction& instruction = module.instructions[id];
    name.push_back(hashText(instruction.name));
    stem.push_back(hashText(stemOf(instruction.name)));
    kind.push_back(static_cast<uint64_t>(instruction.opcode));
    shape.push_back(bare[instruction.shape]);
    layout.push_back(full[instruction.shape]);
    const uint64_t value = mixed(static_cast<uint64_t>(instruction.number), hashText(condensed(instruction.literal)));
    attributes.push_back(value + hashAttributes(module, instruction, /*annotations=*/true));
    local.push_back(
        mixed(mixed(kind.back(), shape.back()), value + hashAttributes(module, instruction, /*annotations=*/false)));
    const auto operands = module.operandsOf(instruction);
    for (uint32_t k = 0; k < operands.size(); ++k) users[operands[k]].push_back({id, k});
  }

  // Instructions are visited in file order, in which callees precede callers and operands precede users. So the `down`
  // hashes that an instruction's own hash is computed from are already known.
  down.resize(count);
  for (const Computation& computation : module.computations) {
    for (uint32_t i = 0; i < computation.instructions.size; ++i) {
      const InstructionId id = computation.instructions.begin + i;
      const Instruction& instruction = module.instructions[id];
      uint64_t hash = local[id];
      for (const InstructionId operand : module.operandsOf(instruction)) hash = mixed(hash, down[operand]);
      for (const hlo::ComputationId callee : module.calledBy(instruction)) {
        if (callee < computations.size()) hash = mixed(hash, computations[callee]);
      }
      down[id] = hash;
    }
    computations.push_back(computation.root == hlo::kNone ? 0 : down[computation.root]);
  }

  up.resize(count);
  for (const Computation& computation : module.computations) {
    for (uint32_t i = computation.instructions.size; i-- > 0;) {
      const InstructionId id = computation.instructions.begin + i;
      uint64_t hash = mixed(local[id], id == computation.root);
      // The hashes are added, so that the order of users does not matter.
      for (const User& user : users[id]) hash += up[user.id];
      up[id] = mixed(hash, users[id].size());
    }
  }
}

}  // namespace hlorank::diff
