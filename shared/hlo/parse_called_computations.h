// Collects the computations that the attributes of one instruction name, in any order of the attributes, and stores
// them in the order of HloInstructionProto.
#pragma once

#include <span>
#include <vector>

#include "shared/hlo/parse_attribute_rules.h"
#include "shared/hlo/parse_attributes.h"

namespace hlorank::hlo {

class CalledComputations {
 public:
  // Parses the value of the attribute `id`, which names one computation. `attribute` is the index of the attribute in
  // the instruction.
  bool readOne(Cursor& cursor, References& references, AttributeId id, uint32_t attribute);
  // Parses a list of computation names {name, name}, which may be empty. `attribute` is the index of the attribute in
  // the instruction.
  bool readList(Cursor& cursor, References& references, uint32_t attribute);

  // Appends the collected computations to the module in the order of HloInstructionProto, and sets the index ranges of
  // the instruction and of its attributes.
  void store(Module& module, Instruction& instruction) const;

 private:
  struct Called {
    ComputationId computation = kNone;
    uint32_t attribute = 0;
  };

  // Computations named by attributes that name a single one. first_ is for body, true_computation, select, to_apply and
  // calls. second_ is for condition, false_computation and scatter.
  Called first_, second_;
  std::vector<ComputationId> list_;  // computations in branch_computations or called_computations
};

}  // namespace hlorank::hlo
