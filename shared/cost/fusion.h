// Bytes that fusions read and write.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// The distinct users of every instruction within its computation.
struct Users {
  explicit Users(const hlo::Module& module);

  // Returns the users of an instruction in node order, each once.
  std::span<const hlo::InstructionId> of(hlo::InstructionId id) const {
    return {ids.data() + begins[id], begins[id + 1] - begins[id]};
  }

  std::vector<uint32_t> begins;         // [instructions + 1] index in `ids`
  std::vector<hlo::InstructionId> ids;  // users of all instructions, one list after the other
};

// Computes the bytes that fusions access, as xla::HloCostAnalysis: results and read operands only, since what is
// computed inside a fusion stays in registers. A slice reads its result, a dynamic-update-slice at the root writes its
// update; other users of a parameter share one read.
class FusionBytes {
 public:
  FusionBytes(const hlo::Module& module, const Users& users);

  // Prepares the fusions that call `computation`. Computations that it calls must have been added before.
  // O(instructions + users).
  void add(hlo::ComputationId computation);
  // Returns the bytes that an instruction which calls the added `computation` accesses.
  double of(const hlo::Instruction& fusion, hlo::ComputationId computation) const;

 private:
  double readBytes(hlo::InstructionId value) const;
  double tupleReadBytes(hlo::InstructionId parameter) const;
  double nestedReadBytes(hlo::InstructionId value, const hlo::Instruction& fusion) const;
  double writtenBytes(const hlo::Instruction& fusion, hlo::InstructionId root) const;

  const hlo::Module& module_;
  const Users& users_;
  std::vector<double> read_;   // [instructions] bytes read of a parameter or get-tuple-element; 0 for others
  std::vector<double> inner_;  // [computations] bytes read of parameters and large constants
};

}  // namespace hlorank::cost
