// Groups HLO operations by how they affect layouts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hlorank::model {

enum class OperationKind : uint8_t {
  kOther,
  kParameter,
  kConstant,
  kElementwise,
  kMovement,   // moves or copies elements: transpose, broadcast, slice, pad, gather, ...
  kReduction,  // reduce, reduce-window, select-and-scatter, sort
  kConvolution,
  kDot,
  kReshape,
};
inline constexpr size_t kOperationKinds = 9;
constexpr size_t index(OperationKind kind) {
  return static_cast<size_t>(kind);
}

// Returns the kind of an opcode, which is given by its number in TpuGraphs' opcode table. Returns kOther for number 0
// (unknown opcodes).
OperationKind operationKind(uint8_t opcode);

// Whether an opcode (number in TpuGraphs' table) is elementwise. Its result and its non-scalar operands then have the
// same shape, and it reads each element once.
bool isElementwise(uint8_t opcode);

}  // namespace hlorank::model
