#include "shared/hlo/order.h"

#include <utility>

namespace hlorank::hlo {
namespace {

enum Visit : uint8_t { kNew, kEntered, kLeft };

class PostOrder {
 public:
  explicit PostOrder(const Module& module)
      : module_(module), visits_(module.instructions.size(), kNew), used_(module.instructions.size(), false) {
    for (const Instruction& instruction : module.instructions) {
      for (InstructionId operand : module.operandsOf(instruction)) used_[operand] = true;
    }
  }

  // Appends the instructions of one computation to `order` in post order. `members` has the same instructions in text
  // order.
  void append(const std::vector<InstructionId>& members, std::vector<InstructionId>& order) {
    for (InstructionId member : members) {
      if (!used_[member]) visitFrom(member, order);
    }
  }

 private:
  void visitFrom(InstructionId start, std::vector<InstructionId>& order) {
    stack_.push_back(start);
    while (!stack_.empty()) {
      const InstructionId current = stack_.back();
      if (visits_[current] != kNew) {
        stack_.pop_back();
        if (visits_[current] == kEntered) {
          visits_[current] = kLeft;
          order.push_back(current);
        }
        continue;
      }
      visits_[current] = kEntered;
      const Instruction& instruction = module_.instructions[current];
      const auto operands = module_.operandsOf(instruction);
      for (size_t i = operands.size(); i-- > 0;) {
        if (visits_[operands[i]] == kNew) stack_.push_back(operands[i]);
      }
      for (InstructionId predecessor : module_.predecessorsOf(instruction)) {
        if (visits_[predecessor] == kNew) stack_.push_back(predecessor);
      }
    }
  }

  const Module& module_;
  std::vector<Visit> visits_;
  std::vector<bool> used_;
  std::vector<InstructionId> stack_;
};

}  // namespace

void toNodeOrder(Module& module, const std::vector<std::vector<InstructionId>>& members) {
  const size_t count = module.instructions.size();
  std::vector<InstructionId> order;  // [new index, in post order] old index, in text order
  order.reserve(count);
  PostOrder postOrder(module);
  for (size_t c = 0; c < members.size(); ++c) {
    Computation& computation = module.computations[c];
    computation.instructions.begin = static_cast<uint32_t>(order.size());
    postOrder.append(members[c], order);
    computation.instructions.size = static_cast<uint32_t>(order.size()) - computation.instructions.begin;
    for (InstructionId member : members[c]) module.instructions[member].computation = static_cast<ComputationId>(c);
  }

  std::vector<InstructionId> node(count, kNone);  // [old index, in text order] new index, in post order
  bool same = true;
  for (size_t i = 0; i < order.size(); ++i) {
    node[order[i]] = static_cast<InstructionId>(i);
    same = same && order[i] == i;
  }
  module.written.clear();
  module.written.reserve(count);
  for (const auto& list : members) {
    for (InstructionId member : list) module.written.push_back(node[member]);
  }
  if (same) return;

  std::vector<Instruction> instructions;
  instructions.reserve(order.size());
  for (InstructionId position : order) instructions.push_back(module.instructions[position]);
  module.instructions = std::move(instructions);
  for (InstructionId& operand : module.operands) operand = node[operand];
  for (Computation& computation : module.computations) computation.root = node[computation.root];
}

}  // namespace hlorank::hlo
