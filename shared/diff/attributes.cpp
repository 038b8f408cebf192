// Compares the attributes in the first lines ("HloModule ...") of two modules.

#include <algorithm>
#include <array>

#include "shared/diff/diff.h"
#include "shared/diff/values.h"

namespace hlorank::diff {
namespace {

using hlo::Attribute;
using hlo::Instruction;
using hlo::Module;

// Returns the layouts of the entry computation's parameters and result in the format of the attribute
// entry_computation_layout.
std::string entryLayout(const Module& module) {
  const hlo::Computation& entry = module.computations[module.entry];
  std::vector<const Instruction*> parameters;
  for (const Instruction& instruction : module.instructionsOf(entry)) {
    if (instruction.opcode == hlo::Opcode::kParameter) parameters.push_back(&instruction);
  }
  std::sort(parameters.begin(), parameters.end(),
            [](const Instruction* a, const Instruction* b) { return a->number < b->number; });
  std::string text = "{(";
  for (const Instruction* parameter : parameters)
    text += (parameter == parameters.front() ? "" : ",") + toString(module, parameter->shape);
  return text + ")->" + toString(module, module.instructions[entry.root].shape) + "}";
}

// Returns the default value of a module's attribute, which applies if the module does not write the attribute. Returns
// "" if the attribute has no default.
std::string defaultOf(const Module& module, std::string_view name) {
  if (name == "is_scheduled" || name == "alias_passthrough_params") return "false";
  if (name == "replica_count" || name == "num_partitions") return "1";
  if (name == "entry_computation_layout" && module.entry != kNone) return condensed(entryLayout(module));
  return "";
}

const Attribute* find(const Module& module, std::string_view name) {
  for (const Attribute& attribute : module.attributesOf(module.attributes)) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

}  // namespace

std::vector<ModuleAttribute> compareAttributes(const Module& left, const Module& right) {
  std::vector<ModuleAttribute> changes;
  const auto add = [&](std::string_view name, const Attribute* a, const Attribute* b) {
    ModuleAttribute change{name, {}, {}};
    if (a) change.left = condensed(a->value);
    if (b) change.right = condensed(b->value);
    if ((a ? *change.left : defaultOf(left, name)) != (b ? *change.right : defaultOf(right, name)))
      changes.push_back(std::move(change));
  };
  for (const Attribute& attribute : left.attributesOf(left.attributes))
    add(attribute.name, &attribute, find(right, attribute.name));
  for (const Attribute& attribute : right.attributesOf(right.attributes)) {
    if (!find(left, attribute.name)) add(attribute.name, nullptr, &attribute);
  }
  return changes;
}

}  // namespace hlorank::diff
