#include "shared/session/constraints.h"

#include <algorithm>

#include "shared/hlo/opcode.h"
#include "shared/session/structure.h"

namespace hlorank::session {
namespace {

// Whether `choice` sets no layout for tensor number `slot`, so that the compiler chooses one. This is so if the index
// in `choice` is past the tensor's last layout in `table`, or if the layout with this index is kAbsent.
bool isLeftToCompiler(const configs::LayoutTable& table, std::span<const uint8_t> choice, uint32_t slot) {
  const uint32_t row = table.rowBegin[slot] + choice[slot];
  return row >= table.rowBegin[slot + 1] || table.layouts[row] == configs::kAbsent;
}

// Returns the dimension numbers of a layout in major-to-minor order, such as "1, 0".
std::string majorToMinor(const configs::Layout& layout) {
  std::string order;
  for (size_t i = layout.size(); i-- > 0;) {
    if (layout[i] >= 0) order += (order.empty() ? "" : ", ") + std::to_string(layout[i]);
  }
  return order;
}

}  // namespace

std::vector<Constraint> constraintsOf(const hlo::Module& module, const configs::LayoutTable& table,
                                      std::span<const uint8_t> choice, std::span<const uint8_t> base) {
  const std::vector<Origin> origins = readOrigins(module);
  const hlo::SourceLines lines(module);
  std::vector<Constraint> constraints;
  for (uint32_t slot = 0; slot < choice.size(); ++slot) {
    if (isLeftToCompiler(table, choice, slot)) continue;
    const hlo::InstructionId node = table.nodes[table.slots[slot].position];
    const hlo::Instruction& instruction = module.instructions[node];
    const uint8_t tensor = table.slots[slot].tensor;
    const hlo::InstructionId value = tensor == 0 ? node : module.operandsOf(instruction)[tensor - 1u];
    Constraint constraint;
    constraint.computation = module.computations[instruction.computation].name;
    constraint.instruction = instruction.name;
    constraint.opcode = hlo::name(instruction.opcode);
    constraint.shape = hlo::toString(module, module.instructions[value].shape, /*layout=*/false);
    constraint.tensor = configs::tensorName(tensor);
    constraint.value = module.instructions[value].name;
    constraint.op = origins[node].opName;
    constraint.source = lines.of(node);
    constraint.layout = table.layouts[table.rowBegin[slot] + choice[slot]];
    constraint.base = table.layouts[table.rowBegin[slot] + base[slot]];
    constraint.changed = choice[slot] != base[slot];
    constraints.push_back(std::move(constraint));
  }
  std::stable_partition(constraints.begin(), constraints.end(), [](const Constraint& c) { return c.changed; });
  return constraints;
}

std::vector<hlo::LayoutConstraint> layoutConstraints(const configs::LayoutTable& table,
                                                     std::span<const uint8_t> choice) {
  std::vector<hlo::LayoutConstraint> constraints;
  for (uint32_t slot = 0; slot < choice.size(); ++slot) {
    if (isLeftToCompiler(table, choice, slot)) continue;
    std::vector<int64_t> order;
    for (const int8_t dimension : table.layouts[table.rowBegin[slot] + choice[slot]]) {
      if (dimension >= 0) order.push_back(dimension);
    }
    constraints.push_back({table.nodes[table.slots[slot].position], table.slots[slot].tensor - 1, std::move(order)});
  }
  return constraints;
}

std::string writeJax(std::span<const Constraint> constraints, std::string_view opening, std::string_view none) {
  std::string text(opening);
  text += "from jax.experimental.layout import Layout, with_layout_constraint\n";
  for (const Constraint& c : constraints) {
    text += "\n# " + c.tensor + " of " + c.opcode + " " + c.instruction + " in " + c.computation + ": " + c.value +
            ", " + c.shape + (c.changed ? "" : "; unchanged, pinned to the compiler's choice") + "\n";
    text += "# " + (c.source.file.empty() ? "source line unknown" : hlo::toString(c.source)) +
            (c.op.empty() ? "" : " (" + c.op + ")") + "\n";
    text += "x = with_layout_constraint(x, Layout(major_to_minor=(" + majorToMinor(c.layout) + ")))\n";
  }
  if (constraints.empty()) text += "\n# " + std::string(none) + "\n";
  return text;
}

}  // namespace hlorank::session
