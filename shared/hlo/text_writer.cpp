#include "shared/hlo/text_writer.h"

#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace hlorank::hlo {
namespace {

// Appends a NaN as in HLO text: nan or -nan. Then appends the payload in parentheses, unless it is the usual one,
// `quietBit`.
void appendNan(std::string& out, bool negative, uint64_t payload, uint64_t quietBit) {
  out += negative ? "-nan" : "nan";
  if (payload == quietBit) return;
  char text[32];
  std::snprintf(text, sizeof text, "(0x%" PRIx64 ")", payload);
  out += text;
}

// Appends a whole number below 1e6 in magnitude, by a fast method. For other values and for negative zero, appends
// nothing and returns false.
bool appendWhole(std::string& out, double value) {
  if (!(value > -1e6 && value < 1e6) || value != std::trunc(value) || (value == 0 && std::signbit(value))) return false;
  out += std::to_string(static_cast<int64_t>(value));
  return true;
}

}  // namespace

void appendJoined(std::string& out, std::span<const int64_t> values) {
  for (size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    out += std::to_string(values[i]);
  }
}

void appendBraced(std::string& out, std::span<const int64_t> values) {
  out += '{';
  appendJoined(out, values);
  out += '}';
}

void appendFloat32(std::string& out, float value) {
  if (std::isnan(value)) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return appendNan(out, bits >> 31, bits & 0x7fffff, 0x400000);
  }
  if (appendWhole(out, value)) return;
  char text[40];
  for (const int precision : {6, 9}) {
    std::snprintf(text, sizeof text, "%.*g", precision, static_cast<double>(value));
    if (std::strtof(text, nullptr) == value) break;
  }
  out += text;
}

void appendFloat64(std::string& out, double value) {
  if (std::isnan(value)) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return appendNan(out, bits >> 63, bits & 0xfffffffffffff, 0x8000000000000);
  }
  if (appendWhole(out, value)) return;
  char text[40];
  for (const int precision : {15, 17}) {
    std::snprintf(text, sizeof text, "%.*g", precision, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  out += text;
}

bool isBracedObject(std::string_view text) {
  if (text.empty() || text.front() != '{') return false;
  size_t depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    switch (text[i]) {
      case '{':
        ++depth;
        break;
      case '}':
        if (--depth == 0) return i + 1 == text.size();
        break;
      case '"':
        for (++i; i < text.size() && text[i] != '"'; ++i) {
          if (text[i] == '\\') ++i;
        }
        break;
      default:
        break;
    }
  }
  return false;
}

}  // namespace hlorank::hlo
