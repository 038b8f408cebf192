// Values of constants in protos (LiteralProto of xla/xla_data.proto) as HLO text.
#pragma once

#include <string>
#include <string_view>

#include "shared/hlo/proto_shape.h"

namespace hlorank::hlo::proto {

// Texts of constants longer than this many bytes are elided: `{...}`.
inline constexpr size_t kMaxLiteralText = size_t{1} << 20;

// The literal as it stands in constant(...): `{ { 1, 2 }, { 3, 4 } }`, `( 1, {2, 3} )`. `elided` is set when a part of
// it is too long, or lacks its values, and is written `{...}`. With `shapes`, every array is preceded by its shape, as
// in the literal= attribute of a custom call. Literals nested deeper than `maxDepth` throw Malformed.
std::string literalText(const Module& module, ShapeReader& shapes, std::string_view message, uint32_t maxDepth,
                        bool withShapes, bool& elided);

}  // namespace hlorank::hlo::proto
