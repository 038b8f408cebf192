// Helpers that encode protobuf messages, for tests that need a small trace.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hlorank::test {

inline std::string varint(uint64_t value) {
  std::string bytes;
  for (; value > 127; value >>= 7) bytes += static_cast<char>((value & 127) | 128);
  return bytes + static_cast<char>(value);
}

// Encodes a field whose value is a number.
inline std::string count(uint32_t field, uint64_t value) {
  return varint(field << 3) + varint(value);
}
inline std::string text(uint32_t field, std::string_view bytes) {
  return varint(field << 3 | 2) + varint(bytes.size()) + std::string(bytes);
}

// Encodes an entry of a protobuf map from numbers to messages.
inline std::string entry(uint64_t key, std::string_view value) {
  return count(1, key) + text(2, value);
}

}  // namespace hlorank::test
