// Computes the bytes that fusions read and write.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// The users of every instruction, each once. Users are in the instruction's computation.
struct Users {
  explicit Users(const hlo::Module& module);

  // Returns the users of an instruction in node order, each once.
  std::span<const hlo::InstructionId> of(hlo::InstructionId id) const {
    return {ids.data() + begins[id], begins[id + 1] - begins[id]};
  }

  std::vector<uint32_t> begins;         // [instructions + 1] index in `ids`
  std::vector<hlo::InstructionId> ids;  // users of all instructions, one list after the other
};

// Computes the bytes that fusions access, as xla::HloCostAnalysis does: only operands that are read and results that
// are written count, since intermediate values stay in registers. A slice of a parameter reads as many bytes as its
// result has, a dynamic-update-slice at the root writes as many as its update has, and all other users of a parameter
// together read it once.
class FusionBytes {
 public:
  FusionBytes(const hlo::Module& module, const Users& users);

  // Analyses `computation`, so that `of` can be called for fusions that call it. Computations that it calls must have
  // been added before. O(instructions + users).
  void add(hlo::ComputationId computation);
  // Returns the bytes that the instruction `fusion`, which calls `computation`, accesses per execution. Requires
  // add(computation).
  double of(const hlo::Instruction& fusion, hlo::ComputationId computation) const;

 private:
  double readBytes(hlo::InstructionId value) const;
  double tupleReadBytes(hlo::InstructionId parameter) const;
  double nestedReadBytes(hlo::InstructionId value, const hlo::Instruction& fusion) const;
  double writtenBytes(const hlo::Instruction& fusion, hlo::InstructionId root) const;

  const hlo::Module& module_;
  const Users& users_;
  std::vector<double> read_;  // [instructions] bytes that a fusion reads of this parameter or get-tuple-element; else 0
  std::vector<double> inner_;  // [computations] bytes read of parameters and large constants
};

}  // namespace hlorank::cost
