// Numbers in HLO text: elements of literals, checked against the range of their element type, and plain floats.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/primitive_type.h"

namespace hlorank::hlo {

// The range of values of an element type. Constructed once per array, so that checking an element takes few
// comparisons.
struct NumberRange {
  enum class Kind : uint8_t { kNone, kPred, kSigned, kUnsigned, kFloat, kComplex };

  explicit NumberRange(PrimitiveType type);

  Kind kind = Kind::kNone;
  PrimitiveType type;
  int64_t lowest = 0;        // signed integers: the smallest value
  uint64_t highest = 0;      // integers: the largest value
  double overflow = 0;       // floats: the smallest magnitude that does not round to a finite value
  int64_t safeDigits = 0;    // every magnitude below 10^safeDigits is in range
  uint64_t nanPayload = 0;   // floats: the largest NaN payload; 0: NaNs have no payload
  std::string_view largest;  // floats: the largest finite value, for error messages
};

// Parses one element of a literal: true, false, an integer, a float (also inf and nan with payload), or (re, im). As in
// XLA, integers up to UINT64_MAX are taken as 64 bits. Fails when there is no element or it is out of range. O(length).
bool parseElement(Cursor& cursor, const NumberRange& range);

// Parses a float or integer, as in epsilon= and statistics=. Fails if it overflows double, or with `single` if it
// overflows float.
bool parseFloat(Cursor& cursor, bool single);

}  // namespace hlorank::hlo
