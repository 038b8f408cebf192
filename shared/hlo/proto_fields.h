// Small helpers for reading messages of integers and numbered names.
#pragma once

#include <string_view>
#include <vector>

#include "shared/hlo/proto_wire.h"

namespace hlorank::hlo::proto {

// Repeated integer fields of a message, by their numbers: lists[i] is field i.
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
  int64_t number(uint32_t field) const { return lists[field].empty() ? 0 : lists[field].back(); }
};

// The name behind a number; empty for numbers without one.
template <size_t kCount>
std::string_view choose(const std::string_view (&names)[kCount], uint64_t number) {
  return number < kCount ? names[number] : std::string_view();
}

}  // namespace hlorank::hlo::proto
