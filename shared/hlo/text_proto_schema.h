// Schema of the XLA messages that contain a module, as needed for their text form: fields by name with number and type.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlorank::hlo::proto {

enum class FieldType : uint8_t {
  kInteger,
  kBool,
  kEnum,  // FieldSchema::index is its index in Schema::enums
  kFloat,
  kDouble,
  kFloats,   // repeated, written packed
  kDoubles,  // repeated, written packed
  kBytes,
  kMessage,  // FieldSchema::index is its index in Schema::messages
  kSkipped   // known, but not needed: skipped without a warning
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
  bool skipsOthers = false;         // unlisted fields are known to exist: skip them without a warning

  const FieldSchema* find(std::string_view field) const;  // null for an unknown field; O(log fields)
};

struct EnumSchema {
  struct Value {
    std::string_view name;
    uint64_t number;
  };
  std::string_view name;
  std::vector<Value> values;

  const Value* find(std::string_view value) const;  // null for an unknown value
};

struct Schema {
  std::vector<MessageSchema> messages;  // the first kRoots can be the top-level message of a file
  std::vector<EnumSchema> enums;
};
// Number of message types that can be the top-level message of a file: HloProto, HloModuleProto,
// HloModuleProtoWithConfig, HloSnapshot, HloUnoptimizedSnapshot.
constexpr uint32_t kRoots = 5;

const Schema& schema();  // built at the first call

}  // namespace hlorank::hlo::proto
