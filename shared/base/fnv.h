// The 64-bit hash FNV-1a (Fowler, Noll, Vo). A hash of the same bytes is the same on every platform, so hashes may be
// stored in files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace hlorank {

// Computes a 64-bit FNV-1a hash incrementally. The value depends only on the bytes, not on how they are divided among
// calls.
class Fnv {
 public:
  static constexpr uint64_t kStart = 0xcbf29ce484222325;

  explicit Fnv(uint64_t start = kStart) : value_(start) {}

  void byte(uint8_t byte) { value_ = (value_ ^ byte) * 0x100000001b3; }
  void bytes(std::string_view bytes) {
    for (const char c : bytes) byte(static_cast<uint8_t>(c));
  }
  // Adds the bytes of an integer or float to the hash in memory order, which is little-endian on all supported
  // machines.
  template <class T>
  void number(T number) {
    uint8_t bytes[sizeof(T)];
    std::memcpy(bytes, &number, sizeof(T));
    for (const uint8_t b : bytes) byte(b);
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_;
};

// Formats a number as 16 lowercase hexadecimal digits, zero-padded.
inline std::string hexadecimal(uint64_t value) {
  std::string digits(16, '0');
  for (size_t i = digits.size(); i-- > 0; value >>= 4) digits[i] = "0123456789abcdef"[value & 15];
  return digits;
}

}  // namespace hlorank
