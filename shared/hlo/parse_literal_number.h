// Numbers in HLO text: elements of literals, checked against the range of their element type, and plain floats.
#pragma once

#include "shared/hlo/cursor.h"
#include "shared/hlo/primitive_type.h"

namespace hlorank::hlo {

// The range of an element type. Computed once per array, so that checking an element takes a few comparisons.
struct NumberRange {
  enum class Kind : uint8_t { kNone, kPred, kSigned, kUnsigned, kFloat, kComplex };

  explicit NumberRange(PrimitiveType type);

  Kind kind = Kind::kNone;
  PrimitiveType type;
  int64_t lowest = 0;        // of signed integers
  uint64_t highest = 0;      // of all integers
  double overflow = 0;       // of floats: the smallest magnitude that does not round to a finite value
  int64_t safeDigits = 0;    // magnitudes below 10^safeDigits are always in range
  uint64_t nanPayload = 0;   // the largest NaN payload; 0: the type has no payloads
  std::string_view largest;  // of floats: the largest finite value, for error messages
};

// Parses one element of a literal: true, false, an integer, a float (also inf and nan with payload), or (re, im). As in
// XLA, integers up to UINT64_MAX are taken as 64 bits. Fails when there is no element or it is out of range. O(length).
bool parseElement(Cursor& cursor, const NumberRange& range);

// Parses a float or integer in the range of double (of float when `single`), as in epsilon= and statistics=.
bool parseFloat(Cursor& cursor, bool single);

}  // namespace hlorank::hlo
