// Helpers for proto messages that consist of integers, and for enumerations.
#pragma once

#include <string_view>
#include <vector>

#include "shared/hlo/proto_wire.h"

namespace hlorank::hlo::proto {

// The values of the repeated integer fields of a message with the numbers 0 to 7: lists[field number].
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
  // The last value of a field; 0 when it is absent.
  int64_t number(uint32_t field) const { return lists[field].empty() ? 0 : lists[field].back(); }
};

// Returns names[number]; an empty text when `number` is out of range.
template <size_t kCount>
std::string_view choose(const std::string_view (&names)[kCount], uint64_t number) {
  return number < kCount ? names[number] : std::string_view();
}

}  // namespace hlorank::hlo::proto
