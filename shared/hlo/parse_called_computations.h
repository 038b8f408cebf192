// Collects the computations that the attributes of one instruction name (in any order) and stores them in proto order.
#pragma once

#include <span>
#include <vector>

#include "shared/hlo/parse_attribute_rules.h"
#include "shared/hlo/parse_attributes.h"

namespace hlorank::hlo {

class CalledComputations {
 public:
  // Parses the value of `id`, an attribute that names one computation. `attribute` is its index among the attributes of
  // the instruction.
  bool readOne(Cursor& cursor, References& references, AttributeId id, uint32_t attribute);
  // Like readOne, for a list of computations in braces, which may be empty.
  bool readList(Cursor& cursor, References& references, uint32_t attribute);

  // Appends the computations to the module in proto order (see parseAttributes) and sets the ranges of the instruction
  // and its attributes.
  void store(Module& module, Instruction& instruction) const;

 private:
  struct Called {
    ComputationId computation = kNone;
    uint32_t attribute = 0;
  };

  Called first_, second_;            // first_: body, true_computation, select, to_apply or calls; second_: condition,
                                     // false_computation or scatter
  std::vector<ComputationId> list_;  // branch_computations or called_computations, of the attribute first_.attribute
};

}  // namespace hlorank::hlo
