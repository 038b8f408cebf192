#include "shared/hlo/primitive_type.h"

#include <cstddef>

#include "shared/hlo/name_table.h"

namespace hlorank::hlo {
namespace {

enum class Kind : uint8_t { kNone, kSigned, kUnsigned, kFloating, kComplex };

struct TypeEntry {
  std::string_view name;
  uint8_t bits;
  Kind kind;
  bool isReserved = true;  // whether HLO text reads the name as a type; false for types that have another syntax
};

// Element types, indexed by PrimitiveType. The names are those of primitive_util::LowercasePrimitiveTypeName in XLA.
constexpr TypeEntry kTypes[] = {
    {"invalid", 0, Kind::kNone, false}, {"pred", 8, Kind::kNone},           {"s8", 8, Kind::kSigned},
    {"s16", 16, Kind::kSigned},         {"s32", 32, Kind::kSigned},         {"s64", 64, Kind::kSigned},
    {"u8", 8, Kind::kUnsigned},         {"u16", 16, Kind::kUnsigned},       {"u32", 32, Kind::kUnsigned},
    {"u64", 64, Kind::kUnsigned},       {"f16", 16, Kind::kFloating},       {"f32", 32, Kind::kFloating},
    {"f64", 64, Kind::kFloating},       {"tuple", 0, Kind::kNone, false},   {"opaque", 0, Kind::kNone},
    {"c64", 64, Kind::kComplex},        {"bf16", 16, Kind::kFloating},      {"token", 0, Kind::kNone},
    {"c128", 128, Kind::kComplex},      {"f8e5m2", 8, Kind::kFloating},     {"f8e4m3fn", 8, Kind::kFloating},
    {"s4", 4, Kind::kSigned},           {"u4", 4, Kind::kUnsigned},         {"f8e4m3b11fnuz", 8, Kind::kFloating},
    {"f8e5m2fnuz", 8, Kind::kFloating}, {"f8e4m3fnuz", 8, Kind::kFloating}, {"s2", 2, Kind::kSigned},
    {"u2", 2, Kind::kUnsigned},         {"f8e4m3", 8, Kind::kFloating},     {"f8e3m4", 8, Kind::kFloating},
    {"s1", 1, Kind::kSigned},           {"u1", 1, Kind::kUnsigned},         {"f4e2m1fn", 4, Kind::kFloating},
    {"f8e8m0fnu", 8, Kind::kFloating},  {"buffer", 0, Kind::kNone, false},  {"f6e3m2fn", 6, Kind::kFloating},
    {"f6e2m3fn", 6, Kind::kFloating},
};
constexpr size_t kTypeCount = std::size(kTypes);
static_assert(kTypeCount == static_cast<size_t>(PrimitiveType::kF6e2m3fn) + 1);

// Returns the table entry of an element type. Unknown numbers map to "invalid". They may occur in protos of newer XLA
// versions.
const TypeEntry& entry(PrimitiveType type) {
  const auto number = static_cast<size_t>(type);
  return kTypes[number < kTypeCount ? number : 0];
}

constexpr std::string_view reservedName(size_t i) {
  return kTypes[i].isReserved ? kTypes[i].name : std::string_view();
}
constexpr NameTable<7, reservedName> kTypeTable(kTypeCount);

}  // namespace

std::string_view name(PrimitiveType type) {
  return entry(type).name;
}

PrimitiveType primitiveTypeFromName(std::string_view name) {
  return static_cast<PrimitiveType>(kTypeTable.find(name));
}

bool isFloating(PrimitiveType type) {
  return entry(type).kind == Kind::kFloating;
}

bool isComplex(PrimitiveType type) {
  return entry(type).kind == Kind::kComplex;
}

bool isSignedInteger(PrimitiveType type) {
  return entry(type).kind == Kind::kSigned;
}

bool isUnsignedInteger(PrimitiveType type) {
  return entry(type).kind == Kind::kUnsigned;
}

bool holdsElements(PrimitiveType type) {
  return type != PrimitiveType::kTuple && type != PrimitiveType::kToken && type != PrimitiveType::kOpaque &&
         type != PrimitiveType::kBuffer;
}

int bitWidth(PrimitiveType type) {
  return entry(type).bits;
}

}  // namespace hlorank::hlo
