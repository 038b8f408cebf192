// Groups HLO operations by their effect on layouts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hlorank::model {

enum class OperationKind : uint8_t {
  kOther,
  kParameter,
  kConstant,
  kElementwise,
  kMovement,   // moves or copies elements: transpose, broadcast, slice, pad, concatenate, gather, ...
  kReduction,  // reduce, reduce-window, select-and-scatter, sort
  kConvolution,
  kDot,
  kReshape,
};
inline constexpr size_t kOperationKinds = 9;
constexpr size_t index(OperationKind kind) {
  return static_cast<size_t>(kind);
}

// The kind of an opcode, given as its number in TpuGraphs' table.
OperationKind operationKind(uint8_t opcode);

// Elementwise operations have operands and a result of one shape (except scalar operands) and read each element once.
bool isElementwise(uint8_t opcode);

}  // namespace hlorank::model
