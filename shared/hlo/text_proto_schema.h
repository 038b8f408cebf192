// Schema of the XLA messages that contain an HLO module, for parsing their text form: name, number and type of each
// field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlorank::hlo::proto {

enum class FieldType : uint8_t {
  kInteger,
  kBool,
  kEnum,  // an enum type; its index in Schema::enums is FieldSchema::index
  kFloat,
  kDouble,
  kFloats,   // repeated float, packed in the wire form
  kDoubles,  // repeated double, packed in the wire form
  kBytes,
  kMessage,  // a message type; its index in Schema::messages is FieldSchema::index
  kSkipped   // a field that exists but is not needed, so that it is skipped without a warning
};

struct FieldSchema {
  std::string_view name;
  uint32_t number = 0;
  FieldType type = FieldType::kInteger;
  uint32_t index = 0;
};

struct MessageSchema {
  std::string_view name;
  std::vector<FieldSchema> fields;  // the known fields, sorted by name
  bool skipsOthers = false;         // whether the message has further fields that are skipped without a warning

  // Returns the field with this name; null if it is unknown; O(log fields).
  const FieldSchema* find(std::string_view field) const;
};

struct EnumSchema {
  struct Value {
    std::string_view name;
    uint64_t number;
  };
  std::string_view name;
  std::vector<Value> values;

  // Returns the value with this name; null if the enumeration has no such value.
  const Value* find(std::string_view value) const;
};

struct Schema {
  std::vector<MessageSchema> messages;  // all message types; the first kRoots can be the top-level message of a file
  std::vector<EnumSchema> enums;
};
// Number of message types that can be the top-level message of a file: HloProto, HloModuleProto,
// HloModuleProtoWithConfig, HloSnapshot, HloUnoptimizedSnapshot.
constexpr uint32_t kRoots = 5;

const Schema& schema();  // returns the schema, which is built at the first call

}  // namespace hlorank::hlo::proto
