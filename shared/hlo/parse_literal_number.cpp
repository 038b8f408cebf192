#include "shared/hlo/parse_literal_number.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace hlorank::hlo {
namespace {

// Largest decimal exponent that is stored; larger ones are set to this value, which already overflows every type.
constexpr int64_t kExponentLimit = 1'000'000;

struct FloatLimits {
  PrimitiveType type;
  double overflow;  // smallest magnitude that overflows when rounded to the type; ties round to even
  int64_t safeDigits;
  uint64_t nanPayload;
  std::string_view largest;
};

// Ranges of floating-point types. Types without infinities and NaNs (f4, f6) round every double to a finite value, so
// they cannot overflow (HUGE_VAL). f8e8m0fnu has neither zero nor sign, so each of its values is checked exactly
// (safeDigits is INT64_MIN).
constexpr FloatLimits kFloatLimits[] = {
    {PrimitiveType::kF16, 65520, 4, 0x3ff, "65504"},
    {PrimitiveType::kBf16, 0x1.ffp127, 38, 0x7f, "3.3895314e38"},
    {PrimitiveType::kF32, 0x1.ffffffp127, 38, 0x7fffff, "3.4028235e38"},
    {PrimitiveType::kF64, HUGE_VAL, 308, 0xfffffffffffff, "1.7976931348623157e308"},
    {PrimitiveType::kC64, 0x1.fffffe0000001p127, 38, 0x7fffff, "3.4028235e38"},
    {PrimitiveType::kC128, HUGE_VAL, 308, 0xfffffffffffff, "1.7976931348623157e308"},
    {PrimitiveType::kF8e5m2, 61440, 4, 0x3, "57344"},
    {PrimitiveType::kF8e4m3, 248, 2, 0x7, "240"},
    {PrimitiveType::kF8e3m4, 15.75, 1, 0xf, "15.5"},
    {PrimitiveType::kF8e4m3fn, 0x1.d000000000001p8, 2, 0, "448"},
    {PrimitiveType::kF8e4m3b11fnuz, 31, 1, 0, "30"},
    {PrimitiveType::kF8e5m2fnuz, 61440, 4, 0, "57344"},
    {PrimitiveType::kF8e4m3fnuz, 248, 2, 0, "240"},
    {PrimitiveType::kF8e8m0fnu, 0x1.8p127, INT64_MIN, 0, "1.7014118e38"},
    {PrimitiveType::kF4e2m1fn, HUGE_VAL, 308, 0, "6"},
    {PrimitiveType::kF6e2m3fn, HUGE_VAL, 308, 0, "7.5"},
    {PrimitiveType::kF6e3m2fn, HUGE_VAL, 308, 0, "28"},
};

std::string textOf(const char* start, const char* stop) {
  constexpr std::ptrdiff_t kShown = 40;
  return stop - start <= kShown ? std::string(start, stop) : std::string(start, start + kShown) + "...";
}

std::string describe(const NumberRange& range) {
  std::string text = std::string(name(range.type)) + ", which holds ";
  if (range.kind == NumberRange::Kind::kSigned)
    return text + std::to_string(range.lowest) + " to " + std::to_string(range.highest);
  if (range.kind == NumberRange::Kind::kUnsigned) return text + "0 to " + std::to_string(range.highest);
  if (range.type == PrimitiveType::kF8e8m0fnu) return text + "powers of two up to " + std::string(range.largest);
  return text + "-" + std::string(range.largest) + " to " + std::string(range.largest);
}

bool failRange(Cursor& cursor, const char* start, const char* stop, const NumberRange& range) {
  return cursor.fail(start, "the value " + textOf(start, stop) + " is out of range for " + describe(range));
}

bool endsNumber(const Cursor& cursor, const char* p) {
  return p == cursor.end || !is(*p, kIdentifierPart);
}

// If the text at `p` is the whole word `word`, moves `p` past it and returns true. Otherwise returns false.
bool takeWord(const Cursor& cursor, const char*& p, std::string_view word) {
  if (static_cast<size_t>(cursor.end - p) < word.size() || std::string_view(p, word.size()) != word) return false;
  if (!endsNumber(cursor, p + word.size())) return false;
  p += word.size();
  return true;
}

// Parses the payload `(0x..)` that may follow nan. Fails if the payload exceeds range.nanPayload.
bool parsePayload(Cursor& cursor, const char* p, const NumberRange& range) {
  const char* open = p;
  uint64_t payload = 0;
  bool tooLong = false;
  const bool prefixed = cursor.end - p > 3 && p[1] == '0' && p[2] == 'x';
  const char* digits = p += prefixed ? 3 : 1;
  for (; prefixed && p < cursor.end; ++p) {
    const char c = *p;
    const int digit = is(c, kDigit)          ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) break;
    if (payload >> 60) tooLong = true;
    payload = payload << 4 | static_cast<uint64_t>(digit);
  }
  if (p == digits || p == cursor.end || *p != ')')
    return cursor.fail(open, "expected the payload of the nan, as in nan(0x7f)");
  if (payload == 0 && !tooLong) return cursor.fail(open, "the payload of a nan cannot be zero", "write just nan");
  if (range.nanPayload == 0)
    return cursor.fail(open, "a nan of type " + std::string(name(range.type)) + " has no payload", "write just nan");
  if (tooLong || payload > range.nanPayload)
    return cursor.fail(open, "the payload " + textOf(open + 1, p) + " has more bits than a nan of type " +
                                 std::string(name(range.type)) + " holds");
  cursor.at = p + 1;
  return true;
}

bool parseInteger(Cursor& cursor, const NumberRange& range) {
  const char* start = cursor.at;
  const char* p = start;
  const bool negative = p < cursor.end && *p == '-';
  p += negative;
  const char* digits = p;
  uint64_t magnitude = 0;
  while (p < cursor.end && is(*p, kDigit)) magnitude = magnitude * 10 + static_cast<uint64_t>(*p++ - '0');
  int64_t value = static_cast<int64_t>(negative ? 0 - magnitude : magnitude);
  constexpr std::ptrdiff_t kNeverOverflows = 18;
  if (p - digits > kNeverOverflows || p == digits) {
    if (!cursor.integer(value, "an integer")) return false;
  }
  if (!endsNumber(cursor, p)) {
    while (!endsNumber(cursor, p)) ++p;
    return cursor.fail(
        start, textOf(start, p) + " is not an integer, and the elements are of type " + std::string(name(range.type)));
  }
  cursor.at = p;
  const bool fits = range.kind == NumberRange::Kind::kPred ||
                    (range.kind == NumberRange::Kind::kSigned
                         ? value >= range.lowest && (value < 0 || static_cast<uint64_t>(value) <= range.highest)
                         : static_cast<uint64_t>(value) <= range.highest);
  return fits || failRange(cursor, start, p, range);
}

// Parses the decimal number in [start, stop). Fails if the number does not round to a finite value of the element type.
bool checkFloat(Cursor& cursor, const char* start, const char* stop, const NumberRange& range) {
  const double value = std::strtod(std::string(start, stop).c_str(), nullptr);
  const double lowest = range.type == PrimitiveType::kF8e8m0fnu ? 0 : -range.overflow;
  return (value > lowest && value < range.overflow) || failRange(cursor, start, stop, range);
}

bool parseReal(Cursor& cursor, const NumberRange& range) {
  const char* start = cursor.at;
  const char* const end = cursor.end;
  const char* p = start;
  const bool negative = p < end && *p == '-';
  p += negative;
  const char* digits = p;
  while (p < end && is(*p, kDigit)) ++p;
  const int64_t whole = p - digits;
  int64_t fraction = 0;
  const bool point = p < end && *p == '.';
  if (point) {
    const char* first = ++p;
    while (p < end && is(*p, kDigit)) ++p;
    fraction = p - first;
  }
  if (whole + fraction == 0) {
    p = digits;
    if (takeWord(cursor, p, "inf")) {
      cursor.at = p;
      return true;
    }
    if (takeWord(cursor, p, "nan")) {
      cursor.at = p;
      return p == end || *p != '(' || parsePayload(cursor, p, range);
    }
    return cursor.failExpected("a number");
  }
  int64_t exponent = 0;
  const bool scientific = p < end && (*p == 'e' || *p == 'E');
  if (scientific) {
    ++p;
    const bool down = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) ++p;
    const char* first = p;
    for (; p < end && is(*p, kDigit); ++p) exponent = std::min(exponent * 10 + (*p - '0'), kExponentLimit);
    if (p == first) return cursor.fail(start, textOf(start, p) + " has an exponent without digits");
    if (down) exponent = -exponent;
  }
  if (!endsNumber(cursor, p)) {
    while (!endsNumber(cursor, p)) ++p;
    return cursor.fail(start, textOf(start, p) + " is not a number");
  }
  constexpr int64_t kAlwaysFits = 18;  // number of decimal digits up to which every integer fits 64 bits
  if (!point && !scientific && whole > kAlwaysFits) {
    int64_t value;
    if (!cursor.integer(value, "a number")) return false;
  }
  cursor.at = p;
  return whole + exponent <= range.safeDigits || checkFloat(cursor, start, p, range);
}

bool parsePred(Cursor& cursor, const NumberRange& range) {
  if (cursor.at < cursor.end && (*cursor.at == 't' || *cursor.at == 'f')) {
    if (takeWord(cursor, cursor.at, "true") || takeWord(cursor, cursor.at, "false")) return true;
    return cursor.failExpected("true, false or an integer");
  }
  return parseInteger(cursor, range);
}

bool parseComplex(Cursor& cursor, const NumberRange& range) {
  if (!cursor.expect('(', "before a complex number, as in (1, -2)")) return false;
  cursor.skipSpace();
  if (!parseReal(cursor, range) || !cursor.expect(',', "after the real part of a complex number")) return false;
  cursor.skipSpace();
  return parseReal(cursor, range) && cursor.expect(')', "after a complex number");
}

}  // namespace

NumberRange::NumberRange(PrimitiveType elementType) : type(elementType) {
  const int bits = bitWidth(type);
  if (type == PrimitiveType::kPred) {
    kind = Kind::kPred;
  } else if (isSignedInteger(type)) {
    kind = Kind::kSigned;
    highest = (uint64_t{1} << (bits - 1)) - 1;
    lowest = -static_cast<int64_t>(highest) - 1;
  } else if (isUnsignedInteger(type)) {
    kind = Kind::kUnsigned;
    highest = UINT64_MAX >> (64 - bits);
  }
  for (const FloatLimits& limits : kFloatLimits) {
    if (limits.type != type) continue;
    kind = isComplex(type) ? Kind::kComplex : Kind::kFloat;
    overflow = limits.overflow;
    safeDigits = limits.safeDigits;
    nanPayload = limits.nanPayload;
    largest = limits.largest;
  }
}

bool parseElement(Cursor& cursor, const NumberRange& range) {
  cursor.skipSpace();
  switch (range.kind) {
    case NumberRange::Kind::kPred:
      return parsePred(cursor, range);
    case NumberRange::Kind::kSigned:
    case NumberRange::Kind::kUnsigned:
      return parseInteger(cursor, range);
    case NumberRange::Kind::kFloat:
      return parseReal(cursor, range);
    case NumberRange::Kind::kComplex:
      return parseComplex(cursor, range);
    case NumberRange::Kind::kNone:
      break;
  }
  return cursor.failHere("a constant cannot be of type " + std::string(name(range.type)));
}

bool parseFloat(Cursor& cursor, bool single) {
  cursor.skipSpace();
  return parseReal(cursor, NumberRange(single ? PrimitiveType::kF32 : PrimitiveType::kF64));
}

}  // namespace hlorank::hlo
