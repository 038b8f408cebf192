#include "shared/drawing/folding.h"

#include <algorithm>

namespace hlorank::drawing {
namespace {

using hlo::Instruction;
using hlo::InstructionId;
using hlo::kNone;
using hlo::Opcode;

// Whether an operation on a constant counts as a constant too. Constants are not drawn as boxes.
bool preservesConstant(Opcode opcode) {
  return opcode == Opcode::kBroadcast || opcode == Opcode::kBitcast || opcode == Opcode::kConvert;
}

// Decides which instructions are plumbing (parameters, constants, …), which is not drawn as boxes. Then collects the
// sources of each other instruction: the instructions with boxes whose values it reads.
class Folder {
 public:
  explicit Folder(const hlo::Module& module) : module_(module), users_(module.instructions.size(), 0) {
    const size_t n = module.instructions.size();
    folding_.folded.assign(n, 0);
    constant_.assign(n, 0);
    value_.resize(n);
    for (const Instruction& instruction : module.instructions) {
      for (InstructionId operand : module.operandsOf(instruction)) ++users_[operand];
      for (InstructionId before : module.predecessorsOf(instruction)) ++users_[before];
    }
  }

  Folding run() {
    for (const hlo::Computation& computation : module_.computations) {
      bool empty = true;
      for (uint32_t k = 0; k < computation.instructions.size; ++k) {
        const InstructionId i = computation.instructions.begin + k;
        fold(i, i == computation.root);
        empty = empty && folding_.folded[i];
      }
      if (empty && computation.root != kNone) unfold(computation.root);
    }
    for (InstructionId i = 0; i < module_.instructions.size(); ++i) collectSources(i);
    folding_.sourceBegin.push_back(static_cast<uint32_t>(folding_.sources.size()));
    return std::move(folding_);
  }

 private:
  // Decides whether instruction i is plumbing, which is not drawn as a box. `root` tells whether i is the root of its
  // computation. Sets value_[i] to the instruction whose value i forwards. If i computes a value or a tuple itself,
  // sets value_[i] to i.
  void fold(InstructionId i, bool root) {
    const Instruction& instruction = module_.instructions[i];
    const auto operands = module_.operandsOf(instruction);
    value_[i] = i;
    constant_[i] = instruction.opcode == Opcode::kConstant || instruction.opcode == Opcode::kIota ||
                   (instruction.opcode == Opcode::kAfterAll && operands.empty()) ||
                   (preservesConstant(instruction.opcode) && operands.size() == 1 && constant_[operands[0]]);
    bool folded = constant_[i] || instruction.opcode == Opcode::kParameter;
    if (instruction.opcode == Opcode::kTuple) folded = users_[i] == 0 ? root : users_[i] == 1;
    if (instruction.opcode == Opcode::kBitcast && operands.size() == 1) {
      folded = true;
      value_[i] = value_[operands[0]];
    }
    if (instruction.opcode == Opcode::kGetTupleElement && operands.size() == 1) {
      value_[i] = element(value_[operands[0]], instruction.number);
      folded = value_[i] != i && !isFoldedTuple(value_[i]);
      if (!folded) value_[i] = i;
    }
    if (!instruction.controlPredecessors.empty()) folded = false;
    folding_.folded[i] = folded;
    if (!folded) unfold(i);
  }

  void unfold(InstructionId i) {
    folding_.folded[i] = 0;
    value_[i] = i;
    constant_[i] = 0;
  }

  bool isFoldedTuple(InstructionId i) const {
    return module_.instructions[i].opcode == Opcode::kTuple && folding_.folded[i];
  }

  // Returns the instruction that computes element `index` of the result of `tuple`. Returns `tuple` itself if its
  // opcode is not tuple.
  InstructionId element(InstructionId tuple, int64_t index) const {
    const Instruction& instruction = module_.instructions[tuple];
    if (instruction.opcode != Opcode::kTuple) return tuple;
    const auto operands = module_.operandsOf(instruction);
    if (index < 0 || static_cast<size_t>(index) >= operands.size()) return tuple;
    return value_[operands[static_cast<size_t>(index)]];
  }

  // Appends to folding_.sources the instructions with boxes whose values instruction i reads, and the control
  // predecessors of i. Takes linear time in total, because a folded tuple has only one user.
  void collectSources(InstructionId i) {
    folding_.sourceBegin.push_back(static_cast<uint32_t>(folding_.sources.size()));
    if (folding_.folded[i]) return;
    const Instruction& instruction = module_.instructions[i];
    for (InstructionId before : module_.predecessorsOf(instruction)) pending_.push_back(before);
    for (InstructionId operand : module_.operandsOf(instruction)) pending_.push_back(operand);
    while (!pending_.empty()) {
      const InstructionId value = value_[pending_.back()];
      pending_.pop_back();
      if (!folding_.folded[value]) {
        folding_.sources.push_back(value);
      } else if (isFoldedTuple(value)) {
        for (InstructionId operand : module_.operandsOf(module_.instructions[value])) pending_.push_back(operand);
      }
    }
  }

  const hlo::Module& module_;
  std::vector<uint32_t> users_;  // [instructions] number of uses of each instruction, including control dependencies
  // [instructions] 1 if the instruction is not drawn as a box because its value is constant.
  std::vector<uint8_t> constant_;
  // [instructions] the instruction whose value each instruction forwards, or the instruction itself.
  std::vector<InstructionId> value_;
  std::vector<InstructionId> pending_;
  Folding folding_;
};

}  // namespace

Folding foldPlumbing(const hlo::Module& module) {
  return Folder(module).run();
}

}  // namespace hlorank::drawing
