// Converts the values of constants from LiteralProto (xla/xla_data.proto) to HLO text.
#pragma once

#include <string>
#include <string_view>

#include "shared/hlo/proto_shape.h"

namespace hlorank::hlo::proto {

// Largest length of the text of a constant's value, in bytes. Longer values are printed as `{...}`.
inline constexpr size_t kMaxLiteralText = size_t{1} << 20;

// Formats a literal as in the parentheses of constant(...): `{ { 1, 2 }, { 3, 4 } }` or `( 1, {2, 3} )`. If the text of
// an array is too long or its values are missing, prints the array as `{...}` and sets `elided`. If `withShapes` is
// set, writes the shape before every array, as in literal= of a custom call. Throws Malformed for nesting deeper than
// `maxDepth`.
std::string literalText(const Module& module, ShapeReader& shapes, std::string_view message, uint32_t maxDepth,
                        bool withShapes, bool& elided);

}  // namespace hlorank::hlo::proto
