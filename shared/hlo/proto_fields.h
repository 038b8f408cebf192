// Helpers to read proto messages that consist of integers, and to name enumeration values.
#pragma once

#include <string_view>
#include <vector>

#include "shared/hlo/proto_wire.h"

namespace hlorank::hlo::proto {

// Integer fields of a message. lists[n] has the values of the repeated field with number n, for n from 0 to 7.
struct IntegerLists {
  static constexpr uint32_t kFields = 8;
  std::vector<int64_t> lists[kFields];
  explicit IntegerLists(std::string_view message) {
    if (!isPresent(message)) return;
    for (Fields f(message); f.next();) {
      if (f.number < kFields) f.appendTo(lists[f.number]);
    }
  }
  const std::vector<int64_t>& operator[](uint32_t field) const { return lists[field]; }
  // Returns the last value of the field with number `field`; 0 if the field is absent.
  int64_t number(uint32_t field) const { return lists[field].empty() ? 0 : lists[field].back(); }
};

// Returns names[number], or an empty text if `number` is out of range.
template <size_t kCount>
std::string_view choose(const std::string_view (&names)[kCount], uint64_t number) {
  return number < kCount ? names[number] : std::string_view();
}

}  // namespace hlorank::hlo::proto
