#include "shared/hlo/fingerprint.h"

namespace hlorank::hlo {
namespace {

class Hash {
 public:
  void add(std::string_view text) {
    add(text.size());
    for (const char c : text) byte(static_cast<unsigned char>(c));
  }
  void add(uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) byte(number >> shift & 0xff);
  }
  uint64_t value() const { return value_; }

 private:
  void byte(uint64_t byte) { value_ = (value_ ^ byte) * 0x100000001b3u; }
  uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace

uint64_t fingerprint(const Module& module) {
  Hash hash;
  for (const Computation& computation : module.computations) {
    hash.add(computation.instructions.size);
    hash.add(computation.root);
    for (uint32_t i = 0; i < computation.instructions.size; ++i) {
      const Instruction& instruction = module.instructions[computation.instructions.begin + i];
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
