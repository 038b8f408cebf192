#include "shared/graph/counter.h"

#include <algorithm>

namespace hlorank::graph {

using hlo::PrimitiveType;

namespace {

__extension__ using Wide = unsigned __int128;
__extension__ using SignedWide = __int128;

// Reads 64 bits as a signed or unsigned integer, as `type` says.
SignedWide valueOf(uint64_t value, PrimitiveType type) {
  return hlo::isSignedInteger(type) ? SignedWide(static_cast<int64_t>(value)) : SignedWide(value);
}

// Consecutive values of a type, from `first` on. Wraps around at the end of the type.
struct Interval {
  SignedWide first = 0;
  Wide size = 0;
};

// Returns the values for which a loop ends; nullopt if the direction is unknown.
std::optional<Interval> findEnd(const Counter& counter) {
  const int bits = hlo::bitWidth(counter.type);
  const Wide count = Wide(1) << bits;
  const SignedWide least = hlo::isSignedInteger(counter.type) ? -(SignedWide(1) << (bits - 1)) : 0;
  const SignedWide most = least + SignedWide(count) - 1;
  const SignedWide limit = valueOf(counter.limit, counter.limitType);
  const auto between = [](SignedWide first, SignedWide last) {
    return Interval{first, first <= last ? Wide(last - first) + 1 : 0};
  };
  const bool isInRange = least <= limit && limit <= most;
  if (counter.direction == "LT") return between(std::max(limit, least), most);
  if (counter.direction == "LE") return between(std::max(limit + 1, least), most);
  if (counter.direction == "GT") return between(least, std::min(limit, most));
  if (counter.direction == "GE") return between(least, std::min(limit - 1, most));
  if (counter.direction == "NE") return Interval{limit, Wide(isInRange)};
  if (counter.direction == "EQ") return Interval{limit + 1, isInRange ? count - 1 : count};
  return std::nullopt;
}

// Returns the least n with low <= n · step mod modulus <= high, as Euclid's algorithm finds it; nullopt if there is
// none. Expects 0 < low <= high < modulus <= 2^64 and step < modulus.
std::optional<Wide> findMultiple(Wide step, Wide modulus, Wide low, Wide high) {
  if (step == 0) return std::nullopt;
  const Wide n = (low + step - 1) / step;
  if (n * step <= high) return n;
  // n · step - wraps · modulus is in [low, high], so wraps · modulus mod step is in [-high, -low] mod step.
  const auto wraps = findMultiple(modulus % step, step, step - high % step, step - low % step);
  if (!wraps) return std::nullopt;
  return (low + *wraps * modulus - 1) / step + 1;
}

}  // namespace

uint64_t wrap(uint64_t value, PrimitiveType type) {
  const int bits = hlo::bitWidth(type);
  if (bits >= 64) return value;
  const uint64_t sign = uint64_t(1) << (bits - 1), low = value & (2 * sign - 1);
  return hlo::isSignedInteger(type) && (low & sign) ? low - 2 * sign : low;
}

std::optional<uint64_t> parseValue(std::string_view literal, PrimitiveType type) {
  const bool isNegative = !literal.empty() && literal[0] == '-';
  if (isNegative) literal.remove_prefix(1);
  if (literal.empty()) return std::nullopt;
  uint64_t value = 0;
  for (const char c : literal) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<uint64_t>(c - '0');
    if (value > (UINT64_MAX - digit) / 10) return std::nullopt;
    value = 10 * value + digit;
  }
  return wrap(isNegative ? 0 - value : value, type);
}

bool holdsAll(PrimitiveType type, PrimitiveType other) {
  if (type == other) return true;
  return hlo::bitWidth(type) > hlo::bitWidth(other) && (hlo::isUnsignedInteger(other) || hlo::isSignedInteger(type));
}

std::optional<uint64_t> countIterations(const Counter& counter) {
  const auto end = findEnd(counter);
  if (!end) return std::nullopt;
  const Wide count = Wide(1) << hlo::bitWidth(counter.type);
  const auto modulo = [&](SignedWide value) { return Wide(value) & (count - 1); };
  const SignedWide start = valueOf(counter.start, counter.type);
  if (modulo(start - end->first) < end->size) return 0;
  if (end->size == 0 || !counter.step) return std::nullopt;
  const Wide distance = modulo(end->first - start);
  const auto iterations = findMultiple(modulo(SignedWide(*counter.step)), count, distance, distance + end->size - 1);
  return iterations ? std::optional<uint64_t>(*iterations) : std::nullopt;
}

}  // namespace hlorank::graph
