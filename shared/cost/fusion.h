// Computes how many bytes fusions read and write.
#pragma once

#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::cost {

// Lists for every instruction the instructions that have it as an operand (its users), each once.
struct Users {
  explicit Users(const hlo::Module& module);

  // Returns the instructions that have `id` as an operand, in ascending order, each once.
  std::span<const hlo::InstructionId> of(hlo::InstructionId id) const {
    return {ids.data() + begins[id], begins[id + 1] - begins[id]};
  }

  std::vector<uint32_t> begins;         // [instructions + 1] start of each instruction's users in `ids`
  std::vector<hlo::InstructionId> ids;  // the users of all instructions, one instruction's list after another
};

// How to count the bytes inside a fusion where xla::HloCostAnalysis is far from what a kernel moves.
enum class Inside : uint8_t {
  // A gather or scatter counts its whole array, a dynamic-update-slice at the root only its update. A nested fusion
  // that
  // returns its operand reads nothing.
  kAsXla,
  // A gather or scatter counts the elements that it reads or updates. A dynamic-update-slice counts only its update if
  // it updates an operand of the fusion, else its whole array. A nested fusion that returns its operand reads it.
  // Only those elements of an intermediate value are computed, and read, that slices and gathers of it need.
  kExecuted,
};

// Computes the bytes that fusions access, as xla::HloCostAnalysis does. Only the parameters and the results count,
// since intermediate values stay in registers. A slice of a parameter reads the bytes of the slice's result. A
// dynamic-update-slice at the root writes the bytes of its update. All other users of a parameter together read the
// parameter once.
class FusionBytes {
 public:
  FusionBytes(const hlo::Module& module, const Users& users, Inside inside);

  // Analyses the computation of a fusion, so that `of` can be called for it. The computations that it calls must have
  // been added before. O(instructions + users).
  void add(hlo::ComputationId computation);
  // Returns the bytes that the instruction `fusion` reads and writes per execution. `computation` is the computation
  // that `fusion` calls; `add` must have been called for it.
  double of(const hlo::Instruction& fusion, hlo::ComputationId computation) const;
  // Returns the part of an instruction's elements that a fusion computes, from 0 to 1. It is less than 1 if all users
  // of the instruction, perhaps after elementwise operations, are slices or gathers. `add` must have been called for
  // its computation. Always 1 with kAsXla.
  double partComputed(hlo::InstructionId id) const;

 private:
  void findNeeded(hlo::Range range, hlo::InstructionId root);
  double readBytes(hlo::InstructionId value) const;
  double tupleReadBytes(hlo::InstructionId parameter) const;
  double nestedReadBytes(hlo::InstructionId value, const hlo::Instruction& fusion) const;
  bool isUpdatedInPlace(hlo::InstructionId update) const;
  double writtenBytes(hlo::InstructionId value, hlo::ShapeId shape) const;
  double writtenBytes(const hlo::Instruction& fusion, hlo::InstructionId root) const;

  const hlo::Module& module_;
  const Users& users_;
  const Inside inside_;
  // [instructions] Bytes that a fusion reads of each of its parameters and of their get-tuple-elements. 0 for all other
  // instructions.
  std::vector<double> read_;
  // [instructions] 1 for the parameters of a fusion, their get-tuple-elements, and these after bitcasts and
  // dynamic-update-slices; else 0.
  std::vector<uint8_t> isOperand_;
  // [instructions] Numbers of elements of each instruction that a fusion computes or reads: all that its users need,
  // and those that users other than slices and gathers need. Empty with kAsXla.
  std::vector<double> needed_, neededAsIs_;
  // [computations] bytes that a fusion reads of its parameters and of constants with more than one element.
  std::vector<double> inner_;
};

}  // namespace hlorank::cost
