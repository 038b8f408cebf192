// The computations that the attributes of an instruction call, which the text gives in any order and the proto in one.
#pragma once

#include <span>
#include <vector>

#include "shared/hlo/parse_attribute_rules.h"
#include "shared/hlo/parse_attributes.h"

namespace hlorank::hlo {

class CalledComputations {
 public:
  // Reads the value of `id`, an attribute of one computation, and keeps it. `attribute` is the position of the
  // attribute among those of the instruction.
  bool readOne(Cursor& cursor, References& references, AttributeId id, uint32_t attribute);
  // The same for a list of computations in braces, which may be empty.
  bool readList(Cursor& cursor, References& references, uint32_t attribute);

  // Appends them to the module in the proto's order (see parseAttributes), and points the instruction and its
  // attributes at them.
  void place(Module& module, Instruction& instruction) const;

 private:
  struct Called {
    ComputationId computation = kNone;
    uint32_t attribute = 0;
  };

  Called first_, second_;            // body and condition, true and false, select and scatter; to_apply and calls
  std::vector<ComputationId> list_;  // branches, called computations; their attribute is first_'s
};

}  // namespace hlorank::hlo
