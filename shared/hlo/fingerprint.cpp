#include "shared/hlo/fingerprint.h"

#include "shared/base/fnv.h"

namespace hlorank::hlo {
namespace {

class Hash {
 public:
  void add(std::string_view text) {
    add(text.size());
    fnv_.bytes(text);
  }
  void add(uint64_t number) { fnv_.number(number); }
  uint64_t value() const { return fnv_.value(); }

 private:
  Fnv fnv_;
};

}  // namespace

uint64_t fingerprint(const Module& module) {
  Hash hash;
  for (const Computation& computation : module.computations) {
    hash.add(computation.instructions.size);
    hash.add(computation.root);
    for (const Instruction& instruction : module.instructionsOf(computation)) {
      hash.add(static_cast<uint64_t>(instruction.opcode));
      hash.add(toString(module, instruction.shape));
      hash.add(static_cast<uint64_t>(instruction.number));
      hash.add(instruction.literal);
      for (const InstructionId operand : module.operandsOf(instruction)) hash.add(operand);
      for (const InstructionId predecessor : module.predecessorsOf(instruction)) hash.add(predecessor);
      for (const Attribute& attribute : module.attributesOf(instruction.attributes)) {
        if (attribute.name == "metadata" || attribute.name == "control-predecessors") continue;
        hash.add(attribute.name);
        hash.add(attribute.value);
        for (uint32_t c = 0; c < attribute.computations.size; ++c)
          hash.add(module.calledComputations[attribute.computations.begin + c]);
      }
    }
  }
  return hash.value();
}

}  // namespace hlorank::hlo
