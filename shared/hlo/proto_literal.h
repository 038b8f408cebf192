// Conversion of constants from LiteralProto (xla/xla_data.proto) to HLO text.
#pragma once

#include <string>
#include <string_view>

#include "shared/hlo/proto_shape.h"

namespace hlorank::hlo::proto {

// Constants whose text exceeds this size in bytes are elided as `{...}`.
inline constexpr size_t kMaxLiteralText = size_t{1} << 20;

// Formats a literal as in constant(...): `{ { 1, 2 }, { 3, 4 } }`, `( 1, {2, 3} )`. A part that is too long or lacks
// its values becomes `{...}` and sets `elided`. `withShapes` writes the shape before every array, as in literal= of a
// custom call. Throws Malformed for literals nested deeper than `maxDepth`.
std::string literalText(const Module& module, ShapeReader& shapes, std::string_view message, uint32_t maxDepth,
                        bool withShapes, bool& elided);

}  // namespace hlorank::hlo::proto
