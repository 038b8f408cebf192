// Conversion of constants from LiteralProto (xla/xla_data.proto) to HLO text.
#pragma once

#include <string>
#include <string_view>

#include "shared/hlo/proto_shape.h"

namespace hlorank::hlo::proto {

// Values of constants longer than this many bytes of text are printed as `{...}`.
inline constexpr size_t kMaxLiteralText = size_t{1} << 20;

// Formats a literal as in constant(...): `{ { 1, 2 }, { 3, 4 } }`, `( 1, {2, 3} )`. An array whose text is too long or
// whose values are missing becomes `{...}` and sets `elided`. `withShapes` writes the shape before every array, as in
// literal= of a custom call. Throws Malformed for literals nested deeper than `maxDepth`.
std::string literalText(const Module& module, ShapeReader& shapes, std::string_view message, uint32_t maxDepth,
                        bool withShapes, bool& elided);

}  // namespace hlorank::hlo::proto
