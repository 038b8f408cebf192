// Reader of the protocol buffer wire format, which iterates over the fields of a message. A field with an unexpected
// wire type reads as zero or empty.
#pragma once

#include <cstdint>
#include <cstring>
#include <protozero/pbf_reader.hpp>
#include <string_view>
#include <vector>

namespace hlorank::hlo::proto {

// Exception for invalid protos. `at` is the address of the invalid input, or null if unknown. `what` is the message for
// the user. The entry points of the proto reader turn the exception into an Error.
struct Malformed {
  const char* at;
  const char* what;
};

// Whether a submessage is present. Submessages are views. The view of a present submessage has a non-null data(), even
// if it is empty.
inline bool isPresent(std::string_view message) {
  return message.data() != nullptr;
}

// Iterates over the fields of a serialised message: `Fields f(message); while (f.next())`. After each call of `next`,
// f.number and the value can be read. `next` returns false at the end of the message and throws Malformed for invalid
// input.
class Fields {
 public:
  explicit Fields(std::string_view message) : reader_(message.data(), message.size()) {}

  uint32_t number = 0;
  // Whether the field is length-delimited. If so, its value is in `bytes`; otherwise it is in `bits`.
  bool isBytes = false;
  uint64_t bits = 0;       // value of a varint, fixed32 or fixed64 field
  std::string_view bytes;  // value of a string, submessage or packed field

  bool next() {
    const char* at = reader_.data().data();
    try {
      if (!reader_.next()) return false;
      number = reader_.tag();
      bits = 0;
      bytes = {};
      const protozero::pbf_wire_type type = reader_.wire_type();
      isBytes = type == protozero::pbf_wire_type::length_delimited;
      switch (type) {
        case protozero::pbf_wire_type::varint:
          bits = reader_.get_uint64();
          break;
        case protozero::pbf_wire_type::fixed32:
          bits = reader_.get_fixed32();
          break;
        case protozero::pbf_wire_type::fixed64:
          bits = reader_.get_fixed64();
          break;
        case protozero::pbf_wire_type::length_delimited: {
          const protozero::data_view view = reader_.get_view();
          bytes = {view.data(), view.size()};
          break;
        }
        default:
          reader_.skip();
      }
      return true;
    } catch (const protozero::exception&) {
      throw Malformed{at, "this is not a valid protocol buffer field"};
    }
  }

  int64_t integer() const { return static_cast<int64_t>(bits); }
  bool flag() const { return bits != 0; }
  float float32() const {
    const auto low = static_cast<uint32_t>(bits);
    float value;
    std::memcpy(&value, &low, sizeof value);
    return value;
  }
  double float64() const {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }

  // Appends the value of a repeated varint field to `values`. If the field is packed, appends all its values.
  template <class T>
  void appendTo(std::vector<T>& values) const {
    if (!isBytes) {
      values.push_back(static_cast<T>(bits));
      return;
    }
    const char* at = bytes.data();
    const char* end = at + bytes.size();
    while (at < end) {
      const char* start = at;
      try {
        values.push_back(static_cast<T>(protozero::decode_varint(&at, end)));
      } catch (const protozero::exception&) {
        throw Malformed{start, "this packed list of integers ends in the middle of a value"};
      }
    }
  }

 private:
  protozero::pbf_reader reader_;
};

}  // namespace hlorank::hlo::proto
