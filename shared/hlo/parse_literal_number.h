// Parsers of numbers in HLO text: elements of literals, checked against the range of their element type, and plain
// floats.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/primitive_type.h"

namespace hlorank::hlo {

// Range of the values of an element type. It is computed once per array, so that checking an element takes few
// comparisons.
struct NumberRange {
  enum class Kind : uint8_t { kNone, kPred, kSigned, kUnsigned, kFloat, kComplex };

  explicit NumberRange(PrimitiveType type);

  Kind kind = Kind::kNone;
  PrimitiveType type;
  int64_t lowest = 0;        // smallest value of a signed integer type
  uint64_t highest = 0;      // largest value of an integer type
  double overflow = 0;       // smallest magnitude that a float type rounds to no finite value
  int64_t safeDigits = 0;    // every magnitude below 10^safeDigits is in range
  uint64_t nanPayload = 0;   // largest NaN payload of a float type; 0 if its NaNs have no payload
  std::string_view largest;  // largest finite value of a float type, as text for error messages
};

// Parses one element of a literal: true, false, an integer, a float (also inf, and nan with payload), or a complex
// number (re, im). Like XLA, reads integers from INT64_MAX + 1 to UINT64_MAX as the int64 with the same bits. Fails if
// there is no element or if it is out of range. O(length).
bool parseElement(Cursor& cursor, const NumberRange& range);

// Parses a floating-point number or integer. Fails if the value overflows double. If `single` is set, also fails if it
// overflows float.
bool parseFloat(Cursor& cursor, bool single);

}  // namespace hlorank::hlo
