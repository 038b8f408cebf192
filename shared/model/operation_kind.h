// Operations by what they do to layouts.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hlorank::model {

enum class OperationKind : uint8_t {
  kOther,
  kParameter,
  kConstant,
  kElementwise,
  kMovement,   // the same elements elsewhere: transpose, broadcast, slice, pad, concatenate, gather, ...
  kReduction,  // reduce, reduce-window, select-and-scatter, sort
  kConvolution,
  kDot,
  kReshape,
};
inline constexpr size_t kOperationKinds = 9;
constexpr size_t index(OperationKind kind) {
  return static_cast<size_t>(kind);
}

// Of an opcode of TpuGraphs' table.
OperationKind operationKind(uint8_t opcode);

// Elementwise operations take and give tensors of one shape (scalars apart) and read each element once.
bool isElementwise(uint8_t opcode);

}  // namespace hlorank::model
