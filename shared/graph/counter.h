// Arithmetic of loop counters, which wrap around as the integers of HLO do.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "shared/hlo/primitive_type.h"

namespace hlorank::graph {

// Values of integers are 64 bits in two's complement: signed types are extended with their sign, others with zeros.
// Converts a value to an integer type, modulo 2 to the power of its width.
uint64_t wrap(uint64_t value, hlo::PrimitiveType type);
// Parses the literal of a scalar. Returns nullopt if it is no integer or has over 64 bits.
std::optional<uint64_t> parseValue(std::string_view literal, hlo::PrimitiveType type);
// Whether an integer type has all values of another one.
bool holdsAll(hlo::PrimitiveType type, hlo::PrimitiveType other);

// A loop that continues while `value direction limit` holds (direction: LT, LE, GT, GE, EQ or NE) and adds `step` to
// the value in each iteration.
struct Counter {
  hlo::PrimitiveType type, limitType;  // integers; limitType holds all values of `type`
  uint64_t start = 0, limit = 0;
  std::string_view direction;
  std::optional<uint64_t> step;  // nullopt if unknown
};

// Returns the number of iterations. Returns nullopt if the loop never ends, or depends on an unknown step. O(width of
// the type).
std::optional<uint64_t> countIterations(const Counter& counter);

}  // namespace hlorank::graph
