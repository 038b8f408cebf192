// Numbers in HLO text: those of literals, checked against the range of their element type, and plain ones.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/primitive_type.h"

namespace hlorank::hlo {

// What an element type can hold. Worked out once per array, so that checking an element is a few comparisons.
struct NumberRange {
  enum class Kind : uint8_t { kNone, kPred, kSigned, kUnsigned, kFloat, kComplex };

  explicit NumberRange(PrimitiveType type);

  Kind kind = Kind::kNone;
  PrimitiveType type;
  int64_t lowest = 0;        // signed integers
  uint64_t highest = 0;      // all integers
  double overflow = 0;       // floats: the smallest magnitude that does not round to a finite value
  int64_t safeDigits = 0;    // magnitudes below 10^safeDigits are certainly in range
  uint64_t nanPayload = 0;   // the largest payload of a NaN; 0: payloads cannot be written
  std::string_view largest;  // floats: the largest finite value, for messages
};

// One element of a literal: true, false, an integer, a float with inf, nan and payloads, or (re, im). Integers follow
// XLA: up to UINT64_MAX, taken as 64 bits, compared with the range of the type. Fails where there is none, or it is out
// of range. Cost: linear; the value itself is computed only near the ends of the range.
bool parseElement(Cursor& cursor, const NumberRange& range);

// A float or an integer that fits a double (or a float, when `single`), as epsilon= and statistics= have.
bool parseFloat(Cursor& cursor, bool single);

}  // namespace hlorank::hlo
