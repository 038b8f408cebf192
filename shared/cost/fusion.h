// Computes how many bytes fusions read and write.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// For every instruction, the instructions that have it as an operand, each once.
struct Users {
  explicit Users(const hlo::Module& module);

  // Returns the instructions that have `id` as an operand, in ascending order, each once.
  std::span<const hlo::InstructionId> of(hlo::InstructionId id) const {
    return {ids.data() + begins[id], begins[id + 1] - begins[id]};
  }

  std::vector<uint32_t> begins;         // [instructions + 1] start of each instruction's users in `ids`
  std::vector<hlo::InstructionId> ids;  // the users of all instructions, one list after another
};

// Computes the bytes that fusions access, as xla::HloCostAnalysis does. Only operands that are read and results that
// are written count, since intermediate values stay in registers. A slice of a parameter reads the bytes of its result;
// a dynamic-update-slice at the root writes the bytes of its update; all other users of a parameter together read it
// once.
class FusionBytes {
 public:
  FusionBytes(const hlo::Module& module, const Users& users);

  // Analyses the computation of a fusion, which `of` requires. The computations that it calls must have been added
  // before. O(instructions + users).
  void add(hlo::ComputationId computation);
  // Returns the bytes that the instruction `fusion` reads and writes per execution. It calls `computation`, for which
  // `add` must have been called.
  double of(const hlo::Instruction& fusion, hlo::ComputationId computation) const;

 private:
  double readBytes(hlo::InstructionId value) const;
  double tupleReadBytes(hlo::InstructionId parameter) const;
  double nestedReadBytes(hlo::InstructionId value, const hlo::Instruction& fusion) const;
  double writtenBytes(const hlo::Instruction& fusion, hlo::InstructionId root) const;

  const hlo::Module& module_;
  const Users& users_;
  // [instructions] Bytes that a fusion reads of each of its parameters and their get-tuple-elements; 0 for all others.
  std::vector<double> read_;
  std::vector<double> inner_;  // [computations] bytes read of parameters and of constants with more than one element
};

}  // namespace hlorank::cost
