#include "shared/model/operation_kind.h"

#include <array>
#include <string_view>

#include "shared/hlo/opcode.h"

namespace hlorank::model {

namespace {

// Names of HLO opcodes, separated by spaces: one list for each OperationKind that has several opcodes.
constexpr std::string_view kElementwise =
    "abs add and atan2 bitcast-convert cbrt ceil clamp compare complex convert copy cosine divide exponential "
    "exponential-minus-one floor imag is-finite log log-plus-one logistic maximum minimum multiply negate not or "
    "popcnt "
    "power real reduce-precision remainder round-nearest-afz round-nearest-even rsqrt select shift-left "
    "shift-right-arithmetic shift-right-logical sign sine sqrt subtract tan tanh xor";
constexpr std::string_view kMovement =
    "transpose broadcast slice dynamic-slice pad concatenate gather dynamic-update-slice reverse scatter bitcast "
    "all-gather all-to-all";
constexpr std::string_view kReduction = "reduce reduce-window select-and-scatter sort reduce-scatter";

std::array<OperationKind, 256> makeKinds() {
  std::array<OperationKind, 256> kinds{};
  auto set = [&](std::string_view names, OperationKind kind) {
    while (!names.empty()) {
      const size_t length = names.find(' ');
      kinds[hlo::tpuGraphsIdFromName(names.substr(0, length))] = kind;
      names.remove_prefix(length == names.npos ? names.size() : length + 1);
    }
  };
  set(kElementwise, OperationKind::kElementwise);
  set(kMovement, OperationKind::kMovement);
  set(kReduction, OperationKind::kReduction);
  set("parameter", OperationKind::kParameter);
  set("constant", OperationKind::kConstant);
  set("convolution", OperationKind::kConvolution);
  set("dot", OperationKind::kDot);
  set("reshape", OperationKind::kReshape);
  kinds[0] = OperationKind::kOther;  // opcode number 0 means that TpuGraphs' table lacks the opcode
  return kinds;
}

}  // namespace

OperationKind operationKind(uint8_t opcode) {
  static const std::array<OperationKind, 256> kKinds = makeKinds();
  return kKinds[opcode];
}

bool isElementwise(uint8_t opcode) {
  return operationKind(opcode) == OperationKind::kElementwise;
}

}  // namespace hlorank::model
