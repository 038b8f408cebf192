// The messages of XLA that hold a program, as their text form names them: fields by name, with number and type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlorank::hlo::proto {

enum class FieldType : uint8_t {
  kInteger,
  kBool,
  kEnum,  // `index` into Schema::enums
  kFloat,
  kDouble,
  kFloats,   // repeated, written packed
  kDoubles,  // repeated, written packed
  kBytes,
  kMessage,  // `index` into Schema::messages
  kSkipped   // known, and of no use here
};

struct FieldSchema {
  std::string_view name;
  uint32_t number = 0;
  FieldType type = FieldType::kInteger;
  uint32_t index = 0;
};

struct MessageSchema {
  std::string_view name;
  std::vector<FieldSchema> fields;  // sorted by name
  bool skipsOthers = false;         // has many more fields that are of no use here

  const FieldSchema* find(std::string_view field) const;  // null when there is none; logarithmic
};

struct EnumSchema {
  struct Value {
    std::string_view name;
    uint64_t number;
  };
  std::string_view name;
  std::vector<Value> values;

  const Value* find(std::string_view value) const;  // null when there is none
};

struct Schema {
  std::vector<MessageSchema> messages;  // the first kRoots may be a whole file
  std::vector<EnumSchema> enums;
};
// HloProto, HloModuleProto, HloModuleProtoWithConfig, HloSnapshot, HloUnoptimizedSnapshot.
constexpr uint32_t kRoots = 5;

const Schema& schema();  // made at the first call

}  // namespace hlorank::hlo::proto
