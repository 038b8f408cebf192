// HLO element types. The values are those of PrimitiveType in xla/xla_data.proto.
#pragma once

#include <cstdint>
#include <string_view>

namespace hlorank::hlo {

enum class PrimitiveType : uint8_t {
  kInvalid = 0,
  kPred = 1,
  kS8 = 2,
  kS16 = 3,
  kS32 = 4,
  kS64 = 5,
  kU8 = 6,
  kU16 = 7,
  kU32 = 8,
  kU64 = 9,
  kF16 = 10,
  kF32 = 11,
  kF64 = 12,
  kTuple = 13,
  kOpaque = 14,
  kC64 = 15,
  kBf16 = 16,
  kToken = 17,
  kC128 = 18,
  kF8e5m2 = 19,
  kF8e4m3fn = 20,
  kS4 = 21,
  kU4 = 22,
  kF8e4m3b11fnuz = 23,
  kF8e5m2fnuz = 24,
  kF8e4m3fnuz = 25,
  kS2 = 26,
  kU2 = 27,
  kF8e4m3 = 28,
  kF8e3m4 = 29,
  kS1 = 30,
  kU1 = 31,
  kF4e2m1fn = 32,
  kF8e8m0fnu = 33,
  kBuffer = 34,
  kF6e3m2fn = 35,
  kF6e2m3fn = 36,
};

// Returns the name of an element type in HLO text, such as "bf16". Returns "invalid" for an unknown number.
std::string_view name(PrimitiveType type);
// Returns the element type with the given name in HLO text. Returns kInvalid for an unknown name, and for "tuple" and
// "buffer".
PrimitiveType primitiveTypeFromName(std::string_view name);

bool isFloating(PrimitiveType type);
bool isComplex(PrimitiveType type);
bool isSignedInteger(PrimitiveType type);
bool isUnsignedInteger(PrimitiveType type);
inline bool isInteger(PrimitiveType type) {
  return isSignedInteger(type) || isUnsignedInteger(type);
}
// Whether arrays can have this element type. False for tuples, tokens, opaques and buffers.
bool holdsElements(PrimitiveType type);
// Returns the number of bits of one element; 8 for pred, 0 for types without elements.
int bitWidth(PrimitiveType type);

}  // namespace hlorank::hlo
