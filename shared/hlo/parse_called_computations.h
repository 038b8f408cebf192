// Collects the computations that the attributes of one instruction name (in any order of attributes) and stores them in
// the order of HloInstructionProto.
#pragma once

#include <span>
#include <vector>

#include "shared/hlo/parse_attribute_rules.h"
#include "shared/hlo/parse_attributes.h"

namespace hlorank::hlo {

class CalledComputations {
 public:
  // Parses the value of the attribute `id`, one computation name. `attribute`: index of the attribute in the
  // instruction.
  bool readOne(Cursor& cursor, References& references, AttributeId id, uint32_t attribute);
  // Parses {name, name}, a list of computations that may be empty. `attribute`: index of the attribute in the
  // instruction.
  bool readList(Cursor& cursor, References& references, uint32_t attribute);

  // Appends the computations to the module in the order of HloInstructionProto (see parseAttributes), and sets the
  // ranges of the instruction and its attributes.
  void store(Module& module, Instruction& instruction) const;

 private:
  struct Called {
    ComputationId computation = kNone;
    uint32_t attribute = 0;
  };

  // first_: body, true_computation, select, to_apply or calls. second_: condition, false_computation or scatter.
  Called first_, second_;
  std::vector<ComputationId> list_;  // branch_computations or called_computations, of the attribute first_.attribute
};

}  // namespace hlorank::hlo
