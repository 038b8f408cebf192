#include "shared/hlo/primitive_type.h"

#include <array>
#include <cstddef>

namespace hlorank::hlo {
namespace {

enum class Kind : uint8_t { kNone, kSigned, kUnsigned, kFloating, kComplex };

struct TypeEntry {
  std::string_view name;
  uint8_t bits;
  Kind kind;
  bool isReserved = true;  // HLO text reads the name as a type; false for types with other syntax
};

// Indexed by PrimitiveType. Names: primitive_util::LowercasePrimitiveTypeName.
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
    {"f8e8m0fnu", 8, Kind::kFloating},  {"buffer", 0, Kind::kNone, false},  {"f6e2m3fn", 6, Kind::kFloating},
    {"f6e3m2fn", 6, Kind::kFloating},
};
constexpr size_t kTypeCount = std::size(kTypes);
static_assert(kTypeCount == static_cast<size_t>(PrimitiveType::kF6e3m2fn) + 1);

// Protos of newer XLA versions may contain unknown numbers; they map to "invalid".
const TypeEntry& entry(PrimitiveType type) {
  const auto number = static_cast<size_t>(type);
  return kTypes[number < kTypeCount ? number : 0];
}

// Hash table from name to type: open addressing with linear probing, built at compile time; 0 marks a free slot.
constexpr size_t kTypeSlots = 128;

constexpr size_t typeSlot(std::string_view name) {
  const size_t n = name.size();
  uint32_t hash = static_cast<uint32_t>(n);
  for (size_t position : {size_t{0}, n / 2, n * 3 / 4, n - 1}) {
    hash = (hash ^ static_cast<unsigned char>(name[position])) * 0x9E3779B1u;
  }
  return hash >> 25;
}
static_assert(kTypeSlots == 1u << (32 - 25));

constexpr std::array<uint8_t, kTypeSlots> fillSlots() {
  std::array<uint8_t, kTypeSlots> slots{};
  for (size_t i = 0; i < kTypeCount; ++i) {
    if (!kTypes[i].isReserved) continue;
    size_t slot = typeSlot(kTypes[i].name);
    while (slots[slot] != 0) slot = (slot + 1) % kTypeSlots;
    slots[slot] = static_cast<uint8_t>(i);
  }
  return slots;
}
constexpr std::array<uint8_t, kTypeSlots> kSlotTypes = fillSlots();

}  // namespace

std::string_view name(PrimitiveType type) {
  return entry(type).name;
}

PrimitiveType primitiveTypeFromName(std::string_view name) {
  if (name.empty()) return PrimitiveType::kInvalid;
  for (size_t slot = typeSlot(name); kSlotTypes[slot] != 0; slot = (slot + 1) % kTypeSlots) {
    if (kTypes[kSlotTypes[slot]].name == name) return static_cast<PrimitiveType>(kSlotTypes[slot]);
  }
  return PrimitiveType::kInvalid;
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
