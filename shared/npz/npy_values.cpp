// Converts the elements of .npy arrays to C++ integers, floats and strings.
#include <cmath>
#include <limits>

#include "shared/base/text.h"
#include "shared/npz/npz.h"

namespace hlorank::npz {

float halfToFloat(uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  float value;
  if (exponent == 31) {
    value = fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  } else {
    value = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                          : std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
  }
  return bits & 0x8000 ? -value : value;
}

namespace {

struct Half {
  uint16_t bits;
};

// Calls visit(i, value) for each element of the array, which is read as type Stored. If a call of visit returns false,
// stops and returns false.
template <class Stored, class Visit>
bool visitAs(const Array& array, Visit& visit) {
  for (size_t i = 0; i < array.bytes.size() / sizeof(Stored); ++i) {
    Stored value;
    std::memcpy(&value, array.bytes.data() + i * sizeof(Stored), sizeof(Stored));
    if constexpr (std::is_same_v<Stored, Half>) {
      if (!visit(i, halfToFloat(value.bits))) return false;
    } else {
      if (!visit(i, value)) return false;
    }
  }
  return true;
}

// Calls visit(i, value) for each element of a numeric array. `value` has the C++ type of the array's dtype. If a call
// of visit returns false, stops and returns false.
template <class Visit>
bool visitNumbers(const Array& array, Visit visit) {
  const size_t size = array.itemSize();
  switch (array.dtype[1]) {
    case 'f':
      return size == 2   ? visitAs<Half>(array, visit)
             : size == 4 ? visitAs<float>(array, visit)
                         : visitAs<double>(array, visit);
    case 'i':
      return size == 1   ? visitAs<int8_t>(array, visit)
             : size == 2 ? visitAs<int16_t>(array, visit)
             : size == 4 ? visitAs<int32_t>(array, visit)
                         : visitAs<int64_t>(array, visit);
    default:
      return size == 1   ? visitAs<uint8_t>(array, visit)
             : size == 2 ? visitAs<uint16_t>(array, visit)
             : size == 4 ? visitAs<uint32_t>(array, visit)
                         : visitAs<uint64_t>(array, visit);
  }
}

bool isText(const Array& array) {
  return array.dtype[1] == 'S' || array.dtype[1] == 'U';
}

Error dtypeError(const Array& array, const char* expected) {
  return {"array '" + array.name + "' has dtype " + array.dtype + ", expected " + expected, ""};
}

bool fitsInteger(double value) {
  return value == std::trunc(value) && value >= -0x1p63 && value < 0x1p63;
}
bool fitsInteger(float value) {
  return fitsInteger(static_cast<double>(value));
}
bool fitsInteger(uint64_t value) {
  return value <= static_cast<uint64_t>(INT64_MAX);
}
template <class T>
bool fitsInteger(T) {
  return true;
}

}  // namespace

Result<std::vector<int64_t>> Array::toIntegers() const {
  if (isText(*this)) return dtypeError(*this, "numbers");
  std::vector<int64_t> values(static_cast<size_t>(count()));
  size_t reached = 0;
  const bool whole = visitNumbers(*this, [&](size_t i, auto value) {
    reached = i;
    if (!fitsInteger(value)) return false;
    values[i] = static_cast<int64_t>(value);
    return true;
  });
  if (!whole) return Error{"array '" + name + "': element " + std::to_string(reached) + " is not a 64-bit integer", ""};
  return values;
}

Result<std::vector<float>> Array::toFloats() const {
  if (isText(*this)) return dtypeError(*this, "numbers");
  std::vector<float> values(static_cast<size_t>(count()));
  visitNumbers(*this, [&](size_t i, auto value) {
    values[i] = static_cast<float>(value);
    return true;
  });
  return values;
}

Array makeStringArray(std::string name, const std::vector<std::string>& values) {
  size_t width = 1;
  for (const std::string& value : values) width = std::max(width, value.size());
  Array array{std::move(name), "|S" + std::to_string(width), {static_cast<int64_t>(values.size())}, {}};
  for (const std::string& value : values) array.bytes += value + std::string(width - value.size(), '\0');
  return array;
}

Result<std::vector<std::string>> Array::toStrings() const {
  if (!isText(*this)) return dtypeError(*this, "strings");
  std::vector<std::string> values(static_cast<size_t>(count()));
  const size_t item = itemSize();
  for (size_t i = 0; i < values.size(); ++i) {
    const std::string_view element = std::string_view(bytes).substr(i * item, item);
    const std::string_view text = element.substr(0, element.find_last_not_of('\0') + 1);
    if (dtype[1] == 'S') {
      values[i] = text;
      continue;
    }
    for (size_t at = 0; at < text.size(); at += 4) {
      uint32_t point;
      std::memcpy(&point, element.data() + at, 4);
      const bool isCharacter = point <= 0x10FFFF && (point < 0xD800 || point >= 0xE000);
      appendUtf8(values[i], isCharacter ? point : 0xFFFD);
    }
  }
  return values;
}

}  // namespace hlorank::npz
